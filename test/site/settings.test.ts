import { describe, expect, it } from "vitest";
import {
  FIRST,
  hashOf,
  LONGEST_AGENT,
  OWN,
  type Settings,
  settingsOf,
} from "../../docs/site/playground/settings.js";

const known = { scenarios: ["game-trade", "api-supply"], strategies: ["boulware", "conceder", "tough"] };

describe("an address of the playground", () => {
  it("says what was chosen, and an agent's text to the last character [UI-31]", () => {
    const chosen: Settings = {
      scenario: "api-supply",
      seats: ["tough", OWN],
      limit: 9,
      deadline: "seconds",
      seed: 0,
      pace: "fast",
      agent: 'export default () => `#&=+%00 \u2028é"<script>`;\n',
    };
    expect(settingsOf(hashOf(chosen), known)).toEqual(chosen);
    // Who shares strategies shares no text beside them.
    expect(hashOf({ ...chosen, seats: ["tough", "tough"] })).not.toContain("agent");
  });

  it.each([
    ["", "nothing"],
    ["#%", "half an escape"],
    ["#scenario=constructor&initiator=__proto__&responder=%3Cimg%3E", "names that are none"],
    ["#limit=1&seed=-1&pace=none&deadline=never", "numbers out of range"],
    ["#limit=1e9&seed=0.5&pace=constructor", "more of them"],
    ["#limit=24&limit=<b>&seed=7x", "no numbers"],
    [`#agent=${"x".repeat(LONGEST_AGENT + 1)}`, "a text too long"],
    ["#who-moves", "an anchor"],
  ])("that says %s is as none: %s [UI-31]", (hash) => {
    expect(settingsOf(hash, known)).toEqual(FIRST);
  });
});
