import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeConsumer } from "./consumer.js";
import { type EntryName, manifest, packageRoot, specifierOf } from "./package-root.js";
import { runScript } from "./run-script.js";

// What a subpath needs beside the package, and that this is all: a folder for each, with nothing else in it.

/** The peers of each subpath that imports some, and a first use of it with what that answers. */
const PEERS: readonly (readonly [entry: EntryName, peers: readonly string[], use: string, gives: string])[] =
  [
    [
      "http",
      ["hono", "@hono/zod-openapi"],
      `face.createHttpBridge({ rooms: new index.NegotiationRooms(), authorize: () => null })
        .fetch(new Request("http://localhost/negotiations")).then(({ status }) => status)`,
      "401",
    ],
    ["mcp", ["@modelcontextprotocol/server"], "typeof face.createMcpBridge", "function"],
    ["a2a", ["@a2a-js/sdk"], "typeof face.createA2aBridge", "function"],
    [
      "open-telemetry",
      ["@opentelemetry/api"],
      'typeof face.observeWithOpenTelemetry(new index.NegotiationService("room"))',
      "function",
    ],
    ["ai-sdk", ["ai"], "typeof face.llmAgent", "function"],
    ["genius", ["fast-xml-parser"], "typeof face.fromGeniusXml", "function"],
    ["fuzz", ["fast-check"], "typeof face.checkAgent", "function"],
  ];

it.each(PEERS)(
  "%s loads with its own peers alone, %j, as ES module and as CommonJS [NV-1] [NV-2]",
  async (entry, peers, use, gives) => {
    const consumer = makeConsumer(peers);
    try {
      for (const [extension, load] of [
        ["mjs", "import"],
        ["cjs", "require"],
      ] as const) {
        const code = `(async () => {
        const index = await ${load}("${specifierOf("index")}");
        const face = await ${load}("${specifierOf(entry)}");
        console.log(String(await ${use}));
      })();`;
        const { stdout, stderr } = await runScript(consumer.folder, `own.${extension}`, code);
        expect({ stdout, stderr }).toEqual({ stdout: `${gives}\n`, stderr: "" });
      }
    } finally {
      consumer.remove();
    }
  },
);

it("whoever installs the package alone gets three packages, and none of what the doors need [NV-2]", () => {
  const locked = JSON.parse(readFileSync(join(packageRoot, "package-lock.json"), "utf8")).packages;
  const installed = new Set<string>();
  const install = (names: readonly string[]): void => {
    for (const name of names) {
      if (installed.has(name)) continue;
      installed.add(name);
      const {
        dependencies = {},
        peerDependencies = {},
        peerDependenciesMeta = {},
      } = locked[`node_modules/${name}`];
      const peers = Object.keys(peerDependencies).filter((one) => !peerDependenciesMeta[one]?.optional);
      install([...Object.keys(dependencies), ...peers]);
    }
  };
  install(Object.keys(manifest.dependencies));
  expect([...installed].sort()).toEqual(["eventemitter3", "xstate", "zod"]);
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const asked = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  expect(asked).toEqual([]);
});
