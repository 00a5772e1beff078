/** All checks of the fields of POST /orders. */
import type { Check } from "../check/check.ts";
import { orderFieldsClientId } from "./order-fields-client-id.ts";
import { orderFieldsDefaults } from "./order-fields-defaults.ts";
import { orderFieldsLeniency } from "./order-fields-leniency.ts";
import { orderFieldsRequired } from "./order-fields-required.ts";

export const orderFields: readonly Check[] = [
  ...orderFieldsRequired,
  ...orderFieldsDefaults,
  ...orderFieldsClientId,
  ...orderFieldsLeniency,
];
