// Runs k6 for as long as whoever started this is there. When that process is gone, however it ended,
// k6 is ended and the folder with the keys removed: node k6-watcher.mjs FOLDER [PROGRAM ARGUMENT…]
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";

const [folder, program, ...args] = process.argv.slice(2);
let k6;

// A line on this pipe says that the folder is ready; its end, that nobody is there any more.
process.stdin.once("data", () => {
  if (program !== undefined) start();
});
process.stdin.once("close", () => {
  k6?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
});
process.on("SIGINT", () => k6?.kill("SIGINT"));

function start() {
  k6 = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  k6.once("spawn", () => process.stdout.write(`${k6.pid}\n`));
  k6.once("error", ({ message }) => {
    console.error(message);
    process.exit(1);
  });
  k6.once("close", (code, signal) => {
    if (signal === null) process.exit(code);
    process.kill(process.pid, signal);
  });
}
