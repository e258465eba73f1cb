import { isMainThread, Worker } from "node:worker_threads";
import { afterEach, describe, expect, it, vi } from "vitest";
import { workerThreads } from "../../../src/tournament/run/worker-threads.js";

describe("threads of the platform", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("BA-36: are Node's own", () => {
    expect(workerThreads().Worker).toBe(Worker);
    expect(workerThreads().parentPort === null).toBe(isMainThread);
  });

  it.each([[undefined], [{}]])("where there are none, the error says what to do (%j)", (process) => {
    vi.stubGlobal("process", process);
    expect(() => workerThreads()).toThrow(expect.objectContaining({ code: "dependency_missing" }) as Error);
  });
});
