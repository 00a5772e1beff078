/** The venue behind the proxy of the latency comparison, in a process of its own as it is in use. */
import { startReference } from "../../reference/index.ts";

const rateLimits = { writesPerMinute: 1e9, readsPerMinute: 1e9 };
const { url, profile } = await startReference({ seed: 1, rateLimits });
process.send!({ url, profile: profile() });
