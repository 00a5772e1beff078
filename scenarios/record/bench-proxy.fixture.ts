/** The proxy side of the latency comparison, in a process of its own as it is in use. */
import { startRecording } from "./recording.ts";

const [target = "", out = ""] = process.argv.slice(2);
const { url } = await startRecording({ target, host: "127.0.0.1", port: 0, out }, () => {});
process.send!({ url, profile: null });
