import { afterEach, expect, it, vi } from "vitest";
import { stopSignal } from "../../../src/cli/text/index.js";

afterEach(() => vi.restoreAllMocks());

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("takes the first %s as a wish, and the second one as an order", (name, exitCode) => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const before = process.listenerCount(name);
  const stop = stopSignal();
  expect(stop.signal.aborted).toBe(false);
  process.emit(name);
  expect([stop.signal.aborted, stop.exitCode, exit.mock.calls.length]).toEqual([true, exitCode, 0]);
  expect(String(said.mock.calls[0]?.[0])).toContain("Stopping.");
  process.emit(name);
  expect(exit.mock.calls[0]).toEqual([exitCode]);
  stop.release();
  expect(process.listenerCount(name)).toBe(before);
});
