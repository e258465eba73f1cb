import { describe, expect, it } from "vitest";
import { SentJobs } from "../../../src/timers/pg-boss/sent-jobs.js";

describe("SentJobs", () => {
  it("knows each instant of the newest version", () => {
    const sent = new SentJobs();
    sent.add("a", 1, 500);
    sent.add("a", 1, 300);
    const known = [
      sent.has("a", 1, 300),
      sent.has("a", 1, 500),
      sent.has("a", 1, 400),
      sent.has("a", 0, 500),
    ];
    expect(known).toEqual([true, true, false, false]);
    sent.add("a", 2, 900);
    expect([sent.has("a", 1, 500), sent.has("a", 2, 900)]).toEqual([false, true]);
  });

  it("takes the first of a version for the one that came", () => {
    const sent = new SentJobs();
    sent.add("a", 1, 500);
    sent.add("a", 1, 300);
    sent.take("a", 0);
    sent.take("b", 1);
    sent.take("a", 1);
    expect([sent.has("a", 1, 300), sent.has("a", 1, 500)]).toEqual([false, true]);
    sent.take("a", 1);
    expect(sent.size).toBe(0);
  });

  it("removes what was not sent, and forgets what is over", () => {
    const sent = new SentJobs();
    sent.add("a", 1, 500);
    sent.add("a", 1, 300);
    sent.remove("a", 1, 500);
    sent.remove("a", 0, 300);
    sent.remove("b", 0, 300);
    expect([sent.has("a", 1, 300), sent.has("a", 1, 500)]).toEqual([true, false]);
    sent.remove("a", 1, 300);
    expect(sent.size).toBe(0);
    sent.add("b", 1, 500);
    sent.forget("b");
    sent.forget("c");
    expect(sent.size).toBe(0);
  });

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
