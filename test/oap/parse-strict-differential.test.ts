import fc from "fast-check";
import { expect, it } from "vitest";
import { parseStrict, strictCopy } from "../../src/oap/canonical/index.js";
import { signableJson } from "./strict-arbitrary.js";

/** As it was read once: what stands outside of the strings is cut out, and the value is read as a stranger's. */
function slowly(text: string): unknown {
  const pieces = text.replace(/\\./g, "").split('"');
  const marks = pieces.filter((_, index) => index % 2 === 0).join("");
  let depth = 0;
  for (const mark of marks) {
    if ("{[".includes(mark)) depth += 1;
    else if ("}]".includes(mark)) depth -= 1;
    if (depth > 32) return "depth";
  }
  let members = 0;
  let value: unknown;
  try {
    value = JSON.parse(text, (_, member) => member as unknown);
    const count = (one: unknown): void => {
      if (typeof one !== "object" || one === null) return;
      if (!Array.isArray(one)) members += Object.keys(one).length;
      for (const member of Object.values(one)) count(member);
    };
    count(value);
  } catch {
    return "JSON";
  }
  const copy = strictCopy(value);
  if (!copy.ok) return "strict";
  return /\d[.eE]/.test(marks) || marks.split(":").length - 1 !== members ? "marks" : copy.value;
}

const whole = fc.oneof(
  signableJson,
  fc.json().map((text) => JSON.parse(text) as unknown),
);
const noise = fc.constantFrom(
  ...'{}[]:,"\\ue.E-0 1\u00e9\ud800\ufdd0_',
  '"a":',
  '"\\u0061":',
  "\\ud800",
  "1e2",
  "-0",
);

it("reads every text, whole or torn, as the slow way did: the same value, or no value [SG-4]", () => {
  const text = fc.oneof(
    whole.map((value) => JSON.stringify(value)),
    fc.tuple(whole, noise, fc.nat(), fc.nat(3)).map(([value, piece, place, cut]) => {
      const sound = JSON.stringify(value);
      const at = place % (sound.length + 1);
      return sound.slice(0, at) + piece + sound.slice(at + cut);
    }),
    fc.array(noise, { maxLength: 12 }).map((pieces) => `{${pieces.join("")}}`),
  );
  fc.assert(
    fc.property(text, (drawn) => {
      const bytes = new TextEncoder().encode(drawn);
      const answer = parseStrict(bytes);
      // What the encoder made of a lone surrogate is another text.
      const expected = slowly(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      if (answer.ok) expect(answer.value).toEqual(expected);
      else expect(["depth", "JSON", "strict", "marks"]).toContain(expected);
    }),
    { seed: 404, numRuns: 3_000 },
  );
});
