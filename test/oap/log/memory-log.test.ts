import { expect, it } from "vitest";
import { memoryLog } from "../../../src/oap/log/index.js";
import { plainLog } from "../log-fixtures.js";
import { testLogPort } from "../log-port-suite.js";

testLogPort({ name: "memory", create: memoryLog, openSecond: (port) => port });

it("SG-35: memory answers at once, and throws at what is not strict JSON", () => {
  const log = memoryLog();
  const [entry] = plainLog(1);
  expect(() => log.append({ ...entry!, at: 1.5 })).toThrow(TypeError);
  expect(() => log.append(entry!, { a: { salt: "", value: Number.NaN } })).toThrow(TypeError);
  expect(log.size()).toBe(0);
  expect(log.append(entry!)).toBe(true);
  expect(log.size()).toBe(1);
});
