import { describe, expect, it } from "vitest";
import { NegotiationError } from "../../../src/errors.js";
import { HookFailure } from "../../../src/stores/postgres/commit-hook.js";
import {
  clearFailure,
  isMadeAlready,
  isRolledBack,
  isUniqueViolation,
  openingFailure,
} from "../../../src/stores/postgres/postgres-failures.js";

/** As pg and Node throw. */
function coded(code: string): Error {
  return Object.assign(new Error("it failed"), { code });
}

describe("failures of PostgreSQL", () => {
  it.each([
    ["28P01", /refusal.*user, password/],
    ["28000", /refusal.*user, password/],
    ["3D000", /database that exists/],
    ["3F000", /schema.*search_path/],
    ["42P01", /tables of the store, got none/],
    ["42501", /right.*postgresDdl/],
    ["53300", /max_connections/],
    ["53100", /full disk/],
    ["57P01", /connection to last.*same command can be sent again/],
    ["08006", /connection to last/],
    ["57P03", /is up/],
    ["57014", /in time/],
    ["25006", /primary/],
    ["26000", /preparedStatements: false/],
    ["42P05", /preparedStatements: false/],
    ["ECONNREFUSED", /within reach.*host and port/],
    ["ENOTFOUND", /within reach/],
    ["ECONNRESET", /connection to last/],
  ])("say what to do about %s", (code, words) => {
    const error = coded(code);
    const clear = clearFailure(error) as Error;
    expect(clear.message).toMatch(words);
    expect(clear.message).toMatch(/^Expected .*, got .*\. .*\. \(\w+\)$/);
    expect(clear.message).toContain(`(${code})`);
    expect(clear.cause).toBe(error);
    // The service tries again only what is no NegotiationError and no TypeError.
    expect(NegotiationError.isInstance(clear) || clear instanceof TypeError).toBe(false);
    expect(openingFailure(error)).toMatchObject({ code: "store_failed", details: { postgres: code } });
  });

  it.each([
    ["Connection terminated unexpectedly", /connection to last/],
    ["Client has encountered a connection error and is not queryable", /connection to last/],
    ["Connection terminated due to connection timeout", /within reach/],
    ["timeout exceeded when trying to connect", /within reach/],
    ["Query read timeout", /in time/],
    ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", /let in/],
  ])("say what to do where pg has words and no code: %s", (message, words) => {
    expect((clearFailure(new Error(message)) as Error).message).toMatch(words);
  });

  it("pass when nothing is known about them", () => {
    for (const error of [
      new Error("some words"),
      coded("22012"),
      coded("constructor"),
      "a string",
      null,
      7,
    ]) {
      expect(clearFailure(error)).toBe(error);
    }
    expect(openingFailure(coded("22012"))).toMatchObject({ code: "store_failed" });
    for (const own of [new TypeError("wrong"), new NegotiationError("schema_unsupported", "newer")]) {
      expect(openingFailure(own)).toBe(own);
    }
  });

  it("are store_closed when the owner of the pool ended it", () => {
    const error = new Error("Cannot use a pool after calling end on the pool");
    expect(clearFailure(error)).toMatchObject({ code: "store_closed", cause: error });
  });

  it("are left alone where a hook threw them, whatever code they bear", () => {
    for (const code of ["ECONNREFUSED", "40001", "23505"]) {
      const failure = new HookFailure(coded(code));
      expect(clearFailure(failure)).toBe(failure.cause);
      expect([isRolledBack(failure), isUniqueViolation(failure)]).toEqual([false, false]);
    }
  });

  it("ST-61: are told apart where the store goes on by itself", () => {
    const codes = ["40001", "40P01", "23505", "42P07", "57P01"];
    const told = (is: (error: unknown) => boolean) => codes.filter((code) => is(coded(code)));
    expect(told(isRolledBack)).toEqual(["40001", "40P01"]);
    expect(told(isUniqueViolation)).toEqual(["23505"]);
    expect(told(isMadeAlready)).toEqual(["40001", "40P01", "23505", "42P07"]);
  });
});
