/** Sentences of the table of agent keys. */
import { about } from "./sentence.ts";

const PART = "Endpoints, agent keys";
const create = about(PART, "POST /me/agents/{agent_id}/keys");

export const KEY_ROUTES = [
  create.says("Documented under /v1 and /api/v1", "KEY-NEW-08"),
  create.says("Create: the plaintext key, once", "KEY-NEW-01 KEY-NEW-03"),
  create.says("Create: takes name and scopes", "KEY-NEW-02 KEY-NEW-06"),
  about(PART, "DELETE /me/agents/{agent_id}/keys/{key_id}").says(
    "Revoke: the key is dead",
    "KEY-REV-01 KEY-REV-02",
  ),
  about(PART, "/agents/{agent_id}/keys").says(
    "An operator's path exists, for an operator's credentials",
    "KEY-OPER-01",
  ),
];
