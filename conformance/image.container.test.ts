/** `conform --image`: needs a container engine and an image of this project, made by .ci/containers. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";
import { fileWith, touchstone } from "./command-line.fixture.ts";

const image = process.env["TOUCHSTONE_IMAGE"];
const skip = image === undefined && "set TOUCHSTONE_IMAGE to an image of this project";
const TOKEN = "for-one-run-of-one-container-alone";
const PROFILE = `name: contained
base_url: http://127.0.0.1:9000
stream_url: ws://127.0.0.1:9000
control: { url: http://127.0.0.1:9000/_control, token: ${TOKEN} }
`;

const containers = (): string =>
  execFileSync("docker", ["ps", "-aq", "--filter", "label=org.testcontainers=true"], {
    encoding: "utf8",
  });

describe("conform --image", { skip }, () => {
  it("proves the venue of an image by the control protocol it offers, and removes it", async (t) => {
    const profile = await fileWith(t, PROFILE);
    const env = ["--env", `TOUCHSTONE_CONTROL_TOKEN=${TOKEN}`];
    const only = ["--only", "TIF-*", "--only", "TKT-*"];
    const args = ["conform", "--image", image!, ...env, "--profile", profile, ...only];
    const { code, stdout } = await touchstone(args).ended;
    assert.match(stdout, /^PASS/m);
    assert.match(stdout, /contained http:/);
    assert.equal(code, 0);
    assert.equal(containers(), "");
  });

  it("shows the end of the log of a venue that does not get ready", async () => {
    const args = ["conform", "--image", image!, "--env", "TOUCHSTONE_STORE=nonsense:"];
    const { code, stderr } = await touchstone(args).ended;
    assert.match(stderr, /did not answer 200/);
    assert.match(stderr, /\| .*a store is sqlite:FILE/);
    assert.equal(code, 2);
    assert.equal(containers(), "");
  });

  it("removes the venue when it is interrupted", async () => {
    const { child, ended } = touchstone(["conform", "--image", image!]);
    child.stderr!.once("data", () => setTimeout(() => child.kill("SIGINT"), 500));
    const { code } = await ended;
    assert.equal(code, 2);
    assert.equal(containers(), "");
  });
});

describe("the flags of an image", () => {
  it("are refused in one line where they make no sense", async () => {
    for (const [args, message] of [
      [["--env", "A=1"], /--env is for --image/],
      [["--port", "1"], /--port is for --image/],
      [["--image", "x", "--target", "http://127.0.0.1:1"], /--target or --image/],
      [["--image", "x", "--env", "A"], /--env A: write it as NAME=VALUE/],
      [["--image", "x", "--port", "0"], /from 1 to 65535/],
    ] as const) {
      const { code, stderr } = await touchstone(["conform", ...args]).ended;
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n\s+at /);
      assert.equal(code, 2);
    }
  });
});
