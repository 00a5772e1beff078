/** Sentences of the table of order routes. */
import { about } from "./sentence.ts";

const PART = "Endpoints, orders";
const list = about(PART, "GET /orders");
const open = about(PART, "GET /orders/open");
const cancelAll = about(PART, "DELETE /orders");

export const ORDER_ROUTES = [
  about(PART, "POST /orders").says(
    "Place: 201 with an OrderPlaceResult",
    "RES-HTTP-01 RES-SHAPE-01",
  ),
  list.says("List: 200", "OAPI-LIST-01 OAPI-LIST-02 OAPI-LIST-08"),
  list.says("List: market_id narrows", "OAPI-LIST-05"),
  list.says("List: limit, 200 by default", "OAPI-LIST-03 OAPI-LIST-04"),
  list.says("List: status narrows", "OAPI-LIST-06 OAPI-LIST-07"),
  open.says("Open orders: 200", "OAPI-OPEN-01 OAPI-OPEN-02 OAPI-OPEN-03 OAPI-OPEN-06"),
  open.says("Open orders: market_id narrows", "OAPI-OPEN-04"),
  open.says("Open orders: limit, 500 by default", "OAPI-OPEN-05"),
  about(PART, "GET /orders/{order_id}").says("One order: 200", "OAPI-GET-01"),
  about(PART, "DELETE /orders/{order_id}").says(
    "Cancel: 200",
    "OAPI-CXL-01 OAPI-CXL-02 OAPI-CXL-03 OAPI-CXL-04 PROP-CONC-03",
  ),
  cancelAll.says(
    "Cancel all: 200, and all the caller's orders",
    "OAPI-ALL-01 OAPI-ALL-03 OAPI-ALL-04 PROP-META-05",
  ),
  cancelAll.says("Cancel all: market_id narrows", "OAPI-ALL-02 OAPI-ALL-05"),
  about(PART, "POST /orders/replace-ladder").says(
    "Replace a ladder: 200",
    "OAPI-LADDER-01 OAPI-LADDER-02 PROP-CONC-04",
  ),
];
