import { afterAll, beforeAll, expect, it } from "vitest";
import { type Consumer, makeConsumer } from "./consumer.js";
import { entryNames, specifierOf } from "./package-root.js";
import { runScript } from "./run-script.js";

// A user's folder with the package and its dependencies, and none of its optional peers.
let consumer: Consumer;
beforeAll(() => {
  consumer = makeConsumer();
});
afterAll(() => consumer?.remove());

/** What is of no use without its peer, and says which. */
const NEEDY: Readonly<Record<string, { readonly package: string; readonly range: string }>> = {
  [specifierOf("fuzz")]: { package: "fast-check", range: "^4" },
  [specifierOf("http")]: { package: "@hono/zod-openapi", range: "^1.6" },
  [specifierOf("a2a")]: { package: "@a2a-js/sdk", range: "^1.3.0" },
  [specifierOf("mcp")]: { package: "@modelcontextprotocol/server", range: "^2.4" },
};
const specifiers = entryNames.map(specifierOf);

it.each([
  ["import", "mjs", "(one) => import(one)"],
  ["require", "cjs", "async (one) => require(one)"],
])(
  "loads every subpath but those of no use without it by %s where no peer is installed [SY-27]",
  async (_, extension, load) => {
    const code = `
      const load = ${load};
      const brandOf = (error) => JSON.stringify([error.name, error.code, error.details]);
      (async () => {
        for (const one of ${JSON.stringify(specifiers)}) {
          const told = await load(one).then(() => "loads", brandOf);
          console.log(one + ": " + told);
        }
      })();`;
    const { stdout, stderr } = await runScript(consumer.folder, `peers.${extension}`, code);
    const told = (one: string) =>
      NEEDY[one] ? JSON.stringify(["NegotiationError", "dependency_missing", NEEDY[one]]) : "loads";
    const expected = specifiers.map((one) => `${one}: ${told(one)}\n`);
    expect({ stdout, stderr }).toEqual({ stdout: expected.join(""), stderr: "" });
  },
);

it("says what to install where ./fuzz is asked for without fast-check [SY-15]", async () => {
  const code = `import("${specifierOf("fuzz")}").catch(({ message }) => console.log(message));`;
  const { stdout } = await runScript(consumer.folder, "message.mjs", code);
  expect(stdout).toBe(
    "Expected the package fast-check for concordat/fuzz, got a failure to load it. " +
      "Install it: npm install --save-dev fast-check@^4.\n",
  );
});

const DOORS = {
  http: [
    "the packages hono and @hono/zod-openapi",
    "Install them: npm install hono@^4.13 @hono/zod-openapi@^1.6",
  ],
  a2a: ["the package @a2a-js/sdk", "Install it: npm install @a2a-js/sdk@^1.3.0"],
  mcp: [
    "the package @modelcontextprotocol/server",
    "Install it: npm install @modelcontextprotocol/server@^2.4",
  ],
} as const;

it.each([
  ["http", "mjs", "import"],
  ["http", "cjs", "require"],
  ["a2a", "mjs", "import"],
  ["a2a", "cjs", "require"],
  ["mcp", "mjs", "import"],
  ["mcp", "cjs", "require"],
] as const)(
  "says what to install where ./%s is asked for alone, from %s [BR-9]",
  async (door, extension, load) => {
    const code = `const load = async () => ${load}("${specifierOf(door)}");
    load().catch(({ message }) => console.log(message));`;
    const { stdout } = await runScript(consumer.folder, `${door}.${extension}`, code);
    const [what, todo] = DOORS[door];
    const missing = what.includes("packages") ? "them" : "it";
    expect(stdout).toBe(
      `Expected ${what} for ${specifierOf(door)}, got a failure to load ${missing}. ${todo}.\n`,
    );
  },
);

it.each([
  ["mjs", "import"],
  ["cjs", "require"],
] as const)(
  "emits trace events without OpenTelemetry, and says what to install where its spans are asked for, from %s [OT-1] [BR-9]",
  async (extension, load) => {
    const code = `(async () => {
      const { NegotiationService } = await ${load}("${specifierOf("index")}");
      const { observeTrace, observeWithOpenTelemetry } = await ${load}("${specifierOf("open-telemetry")}");
      const room = new NegotiationService("r");
      observeTrace(room, ({ type }) => console.log(type));
      try { observeWithOpenTelemetry(room); } catch ({ code, message }) { console.log(code, message); }
      const agent = () => ({ action: "accept" });
      await room.negotiate({ initiator: "a", responder: { id: "b", kind: "system", agent }, proposal: 1 });
      await room.close();
    })();`;
    const { stdout } = await runScript(consumer.folder, `traces.${extension}`, code);
    expect(stdout).toBe(
      "dependency_missing Expected the package @opentelemetry/api for observeWithOpenTelemetry, " +
        "got a failure to load it. Install it: npm install @opentelemetry/api@^1.9.0.\n" +
        "agent_start\nagent_end\n",
    );
  },
);
