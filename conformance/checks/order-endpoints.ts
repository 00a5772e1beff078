/** All checks of the order routes: list, open, get, cancel, cancel all, ladder, amend. */
import type { Check } from "../check/check.ts";
import { orderEndpointsCancel } from "./order-endpoints-cancel.ts";
import { orderEndpointsCancelAll } from "./order-endpoints-cancel-all.ts";
import { orderEndpointsExtra } from "./order-endpoints-extra.ts";
import { orderEndpointsList } from "./order-endpoints-list.ts";
import { orderEndpointsOpen } from "./order-endpoints-open.ts";

export const orderEndpoints: readonly Check[] = [
  ...orderEndpointsList,
  ...orderEndpointsOpen,
  ...orderEndpointsCancel,
  ...orderEndpointsCancelAll,
  ...orderEndpointsExtra,
];
