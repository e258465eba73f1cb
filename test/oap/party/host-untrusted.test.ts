import { expect, it } from "vitest";
import { demand, demandShown, untrusted } from "../../../src/oap/party/host-untrusted.js";

it("OAP-51: a party refuses by name what does not hold, and what is not there", () => {
  expect(untrusted("host")).toMatchObject({ code: "host_untrusted", details: { at: "host" } });
  expect(() => demand(false, "host")).toThrow(/another: host\. Do not sign/);
  expect(demand(true, "host")).toBeUndefined();
  for (const nothing of [null, undefined]) expect(() => demandShown(nothing, "a thing")).toThrow(TypeError);
  expect(demandShown(0, "a number")).toBe(0);
});
