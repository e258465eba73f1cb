import { describe, expect, it } from "vitest";
import { SentJobs } from "../../../src/timers/pg-boss/sent-jobs.js";

describe("SentJobs", () => {
  it("remembers so many negotiations, those that were sent for last", () => {
    const sent = new SentJobs(3);
    for (const id of ["a", "b", "c"]) sent.add(id, 0, 100);
    sent.add("a", 1, 200);
    sent.add("d", 0, 100);
    expect(sent.size).toBe(3);
    expect(
      ["a", "b", "c", "d"].filter((id) => sent.has(id, id === "a" ? 1 : 0, id === "a" ? 200 : 100)),
    ).toEqual(["a", "c", "d"]);
    const many = new SentJobs();
    for (let index = 0; index < 20_000; index++) many.add(`n-${index}`, 0, 100);
    expect(many.size).toBe(10_000);
  });
});
