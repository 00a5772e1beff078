import assert from "node:assert/strict";
import { test } from "node:test";
import { isSecretHeader, isSecretName, isSecretParameter, signInMember } from "./names.ts";

const SECRET = [
  ...["X-API-Key", "X-Auth-Token", "X-CSRF-Token", "X-MBX-APIKEY", "OK-ACCESS-PASSPHRASE"],
  ...["OK-ACCESS-KEY", "OK-ACCESS-SIGN", "CB-ACCESS-SIGN", "KC-API-PASSPHRASE", "API-Sign"],
  ...["X-BAPI-SIGN", "X-BAPI-API-KEY", "bfx-apikey", "bfx-signature", "api-signature", "api-nonce"],
  ...["X-GEMINI-PAYLOAD", "X-GEMINI-SIGNATURE", "KALSHI-ACCESS-SIGNATURE", "POLY_PASSPHRASE"],
  ...["passphrase", "private_key", "privateKey", "new_password", "totp", "mnemonic", "secret"],
  ...["signature", "auth", "client_secret", "refreshToken", "api_secret", "apiKey", "listenKey"],
  ...["authSig", "authPayload", "seed_phrase", "two_factor_code", "otp", "session_token", "sid"],
];
const PLAIN = [
  ...["Idempotency-Key", "Sec-WebSocket-Key", "key", "key_id", "name", "csrf_header", "prefix"],
  ...["client_order_id", "code", "state", "seed", "design", "author", "KC-API-KEY-VERSION", "id"],
  ...["OK-ACCESS-TIMESTAMP", "expires", "token_type", "design".repeat(20)],
];

test("knows the names that venues give secrets, in headers and bodies", () => {
  assert.deepEqual(
    SECRET.filter((name) => !isSecretName(name)),
    [],
  );
});

test("leaves other names alone, and `key` but in a query or a header", () => {
  assert.deepEqual(PLAIN.filter(isSecretName), []);
  assert.ok(isSecretParameter("KEY"));
});

test("knows a header by its last word, whichever exchange's it is", () => {
  for (const name of ["X-COINEX-SIGN", "X-COINEX-KEY", "FTX_SIGN", "x-aggr-key", "X-API-Key"]) {
    assert.ok(isSecretHeader(name), name);
  }
  const known = ["Idempotency-Key", "X-Idempotency-Key", "Sec-WebSocket-Key", "X-Cache-Key"];
  for (const name of [...known, "Date", "Keep-Alive", "X-Design", "monkey"]) {
    assert.ok(!isSecretHeader(name), name);
  }
});

test("answers the same for more names than it remembers", () => {
  for (let n = 0; n < 5_000; n += 1) assert.ok(!isSecretName(`name${n}`));
  assert.ok(isSecretName("password") && !isSecretName("name1"));
});

test("tells a message that signs in", () => {
  assert.equal(signInMember({ op: "authKeyExpires", args: [] }), "op");
  assert.equal(signInMember({ method: "session.logon" }), "method");
  assert.equal(signInMember({ event: "author" }), null);
  assert.equal(signInMember({ op: "subscribe" }), null);
});
