import { afterAll, beforeAll, expect, it } from "vitest";
import { type Consumer, makeConsumer } from "./consumer.js";
import { runScript } from "./run-script.js";

let consumer: Consumer;
beforeAll(() => {
  consumer = makeConsumer();
});
afterAll(() => consumer?.remove());

const LOAD_BOTH = `
import { createRequire } from "node:module";
import * as esm from "concordat";
const cjs = createRequire(import.meta.url)("concordat");
`;

it("exports the same names to ES modules and CommonJS", async () => {
  const ending = await runScript(
    consumer.folder,
    "names.mjs",
    `${LOAD_BOTH}
    const namesOf = (face) => Object.keys(face).filter((name) => name !== "default" && name !== "module.exports").sort();
    console.log(JSON.stringify([namesOf(esm), namesOf(cjs)]));`,
  );
  expect(ending.stderr).toBe("");
  const [esm, cjs] = JSON.parse(ending.stdout);
  expect(esm).toContain("NegotiationService");
  expect(cjs).toEqual(esm);
});

it("knows an error of the other build by its brand, where instanceof does not", async () => {
  const ending = await runScript(
    consumer.folder,
    "brand.mjs",
    `${LOAD_BOTH}
    const failure = async ({ NegotiationService }) => {
      const room = new NegotiationService("closed");
      await room.close();
      return room.createNegotiation("ada", "smith", { price: 40 }).then(() => "no error", (error) => error);
    };
    const [fromEsm, fromCjs] = [await failure(esm), await failure(cjs)];
    console.log(JSON.stringify({
      codes: [fromEsm.code, fromCjs.code],
      isInstance: [esm, cjs].map((face) => [fromEsm, fromCjs].map((error) => face.NegotiationError.isInstance(error))),
      crosswise: [fromEsm instanceof cjs.NegotiationError, fromCjs instanceof esm.NegotiationError],
      stranger: esm.NegotiationError.isInstance(new Error("busy")),
    }));`,
  );
  expect(ending.stderr).toBe("");
  expect(JSON.parse(ending.stdout)).toEqual({
    codes: ["service_closed", "service_closed"],
    isInstance: [
      [true, true],
      [true, true],
    ],
    crosswise: [false, false],
    stranger: false,
  });
});

it("carries one error class in all CommonJS entries", async () => {
  const ending = await runScript(
    consumer.folder,
    "one-class.cjs",
    `const { readdirSync, readFileSync } = require("node:fs");
    const { dirname, join } = require("node:path");
    const dist = dirname(require.resolve("concordat"));
    const holders = readdirSync(dist).filter((name) => name.endsWith(".cjs"))
      .filter((name) => readFileSync(join(dist, name), "utf8").includes('Symbol.for("concordat.NegotiationError")'));
    console.log(holders.length);`,
  );
  expect(ending).toMatchObject({ code: 0, stdout: "1\n" });
});
