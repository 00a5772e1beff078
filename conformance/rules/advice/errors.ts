/** How to fix a venue that fails a rule on the error envelope. */

/** By rule id, in the catalogue's order. */
export const ERRORS_ADVICE: Readonly<Record<string, string>> = {
  "ERR-ENV-01":
    "Render every error in one place, with code, message and request_id as texts. Answers of " +
    "middleware and of the framework's defaults must pass there too.",
  "ERR-ENV-02": "Make details an object; put a list under a name inside it.",
  "ERR-ENV-03":
    "Keep code and message at the top level. A framework that nests what you throw under detail" +
    " needs an error handler of your own.",
  "ERR-VAL-01":
    "Give every item loc, msg and type. Other validators use path, message and keyword: map " +
    "them.",
  "ERR-VAL-02": "Send loc as a list of the steps to the field, rather than a dotted path.",
  "ERR-VAL-03":
    "Use the code VALIDATION_ERROR for a body that fails its schema, JSON that cannot be parsed" +
    " included.",
  "ERR-403-01": "Raise 403 through the common error renderer rather than from the guard itself.",
  "ERR-404-01":
    "Raise 404 through the common error renderer. A gateway's page, or the framework's own, " +
    "replaces it: switch that off for listed routes.",
  "ERR-5XX-01":
    "The evidence shows the request that broke the server: validate that input before it is " +
    "used. Find it in your log by its request_id.",
  "ERR-502-01":
    "Turn a failed upstream into an envelope where it is called. A proxy's own 502 page never " +
    "passes your error renderer.",
};
