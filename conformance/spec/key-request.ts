/** Sentences of the request that creates an API key. */
import { about } from "./sentence.ts";

const PART = "Resources, API key create request";
const { says } = about(PART, "POST /me/agents/{agent_id}/keys");

export const KEY_REQUEST = [
  says("name: required", "KEY-NEW-06"),
  says("name: at most 80 characters", "KEY-NEW-04 KEY-NEW-05"),
  says("scopes: read and trade by default", "KEY-NEW-02"),
  says("scopes: a user's key may have read and trade, no other", "KEY-NEW-07"),
  about(PART, "POST /me/agents/{agent_id}/keys", "/agents/{agent_id}/keys").says(
    "scopes: privileged ones are the operator's",
    "KEY-NEW-07 KEY-OPER-01",
  ),
];
