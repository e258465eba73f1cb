import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../../src/errors.js";
import {
  clearFailure,
  isBusy,
  isWithinTransaction,
  openingFailure,
} from "../../../../src/stores/sqlite/connection/index.js";

/** As better-sqlite3 throws. */
function named(code: string): Error {
  return Object.assign(new Error("it failed"), { code });
}

/** As `node:sqlite` throws: the extended number. */
function numbered(errcode: number): Error {
  return Object.assign(new Error("it failed"), { code: "ERR_SQLITE_ERROR", errcode });
}

describe("failures of SQLite", () => {
  it.each([
    ["SQLITE_FULL", 13, /full disk/],
    ["SQLITE_READONLY", 8, /read-only/],
    ["SQLITE_BUSY", 5, /keeps locked.*busyTimeoutMs/],
    ["SQLITE_LOCKED", 6, /keeps locked/],
    ["SQLITE_CANTOPEN", 14, /path/],
    ["SQLITE_NOTADB", 26, /another kind of file/],
    ["SQLITE_IOERR", 10, /disk/],
    ["SQLITE_CORRUPT", 11, /backup/],
  ])("say what to do about %s, of either library and in its extended forms", (name, number, words) => {
    for (const error of [named(name), named(`${name}_VNODE`), numbered(number), numbered(number + 0x300)]) {
      const clear = clearFailure(error) as Error;
      expect(clear.message).toMatch(words);
      expect(clear.message).toContain(`(${name})`);
      expect(clear.message).toMatch(/^Expected .*, got .*\. /);
      expect(clear.cause).toBe(error);
      // The service tries again only what is no NegotiationError and no TypeError.
      expect(NegotiationError.isInstance(clear) || clear instanceof TypeError).toBe(false);
      expect(openingFailure(error)).toMatchObject({ code: "store_failed", details: { sqlite: name } });
    }
  });

  it("pass when nothing is known about them", () => {
    for (const error of [new Error("no such table"), named("SQLITE_ERROR"), numbered(1), "a string", null]) {
      expect(clearFailure(error)).toBe(error);
    }
    expect(openingFailure(named("SQLITE_ERROR"))).toMatchObject({ code: "store_failed" });
    const wrong = new TypeError("wrong");
    expect(openingFailure(wrong)).toBe(wrong);
  });

  it("are store_closed when the owner of the connection closed it", () => {
    for (const message of [
      "The database connection is not open",
      "database is not open",
      "statement has been finalized",
    ]) {
      expect(clearFailure(new TypeError(message))).toMatchObject({ code: "store_closed" });
    }
  });

  it("are told apart where the store goes on by itself", () => {
    expect([isBusy(named("SQLITE_BUSY_RECOVERY")), isBusy(numbered(261)), isBusy(numbered(13))]).toEqual([
      true,
      true,
      false,
    ]);
    for (const message of [
      "cannot start a transaction within a transaction",
      "cannot change into wal mode from within a transaction",
      "Safety level may not be changed inside a transaction",
    ]) {
      expect(isWithinTransaction(new Error(message))).toBe(true);
      expect(openingFailure(new Error(message))).toBeInstanceOf(TypeError);
    }
    expect(isWithinTransaction(named("SQLITE_BUSY"))).toBe(false);
  });
});
