import { expect, it } from "vitest";
import { clockSkew } from "../../../src/oap/documents/index.js";
import { writeInstant } from "../../../src/oap/encoding/index.js";

const NOW = 1_778_414_400_000;

it.each([0, 1, -1, 300_000, -300_000])("OAP-12: %i ms from the host's clock pass", (distance) => {
  expect(clockSkew("accepted_at", writeInstant(NOW + distance), NOW)).toBeUndefined();
});

it.each([300_001, -300_001, 86_400_000, -NOW])("OAP-12: %i ms are clock_skew", (distance) => {
  const refusal = clockSkew("accepted_at", writeInstant(NOW + distance), NOW);
  expect(refusal).toMatchObject({ ok: false, code: "clock_skew", path: ["accepted_at"] });
});

it("OAP-12: what is no instant never passes", () => {
  expect(clockSkew("opened_at", "today", NOW)).toMatchObject({ code: "clock_skew" });
});
