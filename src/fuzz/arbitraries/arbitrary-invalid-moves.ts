/**
 * @module
 * Arbitrary malformed moves: everything that a program, a model or an attacker may hand in instead of a move.
 */

import type { Arbitrary } from "fast-check";
import { integerIn } from "../../core/checks/index.js";
import type { MoveLimits } from "../../core/moves/index.js";
import { ACTIONS } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import { fc } from "./fast-check.js";

/**
 * Values that are no move, or moves of which one member is malformed; each is refused as `move_invalid`,
 * or as `terms_invalid` if only its terms are no JSON within the limits.
 *
 * They print as a description, since some of them cannot be printed at all.
 *
 * @param limits - those of the rules they are handed to
 * @throws {RangeError} when a limit is not an integer of at least 1
 * @example
 * fc.property(arbitraryInvalidMove(rules), (value) => {
 *   const read = readMove(value, rules); // not ok, or read.move.termsIssue is not null
 * });
 */
export function arbitraryInvalidMove(
  limits: MoveLimits = { maxMessageLength: 10_000, maxTermsBytes: 65_536 },
): Arbitrary<unknown> {
  for (const [name, limit] of Object.entries(limits)) integerIn(name, limit, 1);
  return fc.oneof(noMove(), brokenMember(limits), brokenJson(limits));
}

function noMove(): Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      0,
      Number.NaN,
      "accept",
      Symbol("accept"),
      1n,
      () => "accept",
    ),
    fc
      .constantFrom<() => unknown>(
        () => [],
        () => [{ action: "accept" }],
        () => ({}),
        () => new Map([["action", "accept"]]),
        () => Object.create({ action: "accept" }),
      )
      .map((make) => make()),
    fc
      .anything()
      .filter((value) => typeof value !== "object" || value === null || !Object.hasOwn(value, "action")),
    fc.constantFrom("getter", "proxy").map((kind) => (kind === "proxy" ? throwingProxy() : throwingGetter())),
  );
}

/** A move with one member that is no JSON matter and has the wrong shape. */
function brokenMember({ maxMessageLength }: MoveLimits): Arbitrary<unknown> {
  const noText: unknown[] = [0, true, {}, ["text"], () => "text", "x".repeat(maxMessageLength + 1)];
  const noId: unknown[] = ["", "x".repeat(257), 1, {}, ["id"]];
  const noInstant: unknown[] = [Number.NaN, 1.5, Number.POSITIVE_INFINITY, "soon", "1700000000000", 2 ** 53];
  const noAction: unknown[] = [undefined, null, "", "offer", "ACCEPT", " accept", 1, {}, ["accept"]];
  const broken = <K extends string>(key: K, values: readonly unknown[], actions = ACTIONS) =>
    fc
      .record({ action: fc.constantFrom(...actions), value: fc.constantFrom(...values) })
      .map(({ action, value }) =>
        printable({ action, [key]: value }, `${action} with ${key} ${described(value)}`),
      );
  const answering = ACTIONS.filter((action) => action !== "propose" && action !== "counter");
  return fc.oneof(
    broken("action", noAction),
    broken("message", noText),
    broken("reason", noText),
    broken("replyTo", noId),
    broken("proposalId", noId),
    broken("proposalId", ["prop_1"], answering),
    broken("validUntilAt", noInstant),
    broken("validUntilAt", [1_700_000_000_000], answering),
    broken("extra", ["text"]).map((move) =>
      printable(Object.assign(move, { unknown: 1 }), "an unknown member beside a text in extra"),
    ),
    fc
      .constantFrom(...ACTIONS)
      .map((action) => JSON.parse(`{"__proto__":{"admin":true},"action":"${action}"}`) as unknown),
  );
}

/** A move of which one JSON member is hostile. */
function brokenJson({ maxTermsBytes }: MoveLimits): Arbitrary<unknown> {
  return fc
    .record({
      action: fc.constantFrom(...ACTIONS),
      key: fc.constantFrom("terms", "assessment", "justification", "extra", "unknown"),
      hostile: hostileJson(maxTermsBytes),
    })
    .map(({ action, key, hostile }) =>
      printable({ action, [key]: hostile.make() }, `${action} with ${key} ${hostile.name}`),
    );
}

/** The value, printed by fast-check as `description`. */
function printable<T extends object>(value: T, description: string): T {
  return Object.defineProperty(value, fc.toStringMethod, { value: () => description, configurable: true });
}

function described(value: unknown): string {
  return typeof value === "function" ? "a function" : shown(value);
}

function throwingGetter(): unknown {
  const getter = {
    get action(): string {
      throw new Error("This getter throws.");
    },
  };
  return printable(getter, "a getter that throws");
}

/** It throws at whatever reads it as a move, and prints. */
function throwingProxy(): unknown {
  const fails = (): never => {
    throw new Error("This proxy throws.");
  };
  return new Proxy(printable({}, "a proxy that throws"), { ownKeys: fails, getOwnPropertyDescriptor: fails });
}

/** A hostile value: `make` gives a new one each time. */
interface HostileJson {
  readonly name: string;
  make(): unknown;
}

/**
 * Everything that EN-34 refuses, also inside an object or a list.
 *
 * @param maxBytes - the limit that the big ones exceed
 */
export function hostileJson(maxBytes: number): Arbitrary<HostileJson> {
  return fc
    .record({
      hostile: fc.constantFrom(...hostileValues(maxBytes)),
      within: fc.constantFrom("nothing", "object", "list"),
    })
    .map(({ hostile, within }) => {
      if (within === "nothing") return hostile;
      return within === "object"
        ? { name: `{ price: ${hostile.name} }`, make: () => ({ price: hostile.make() }) }
        : { name: `[1, ${hostile.name}]`, make: () => [1, hostile.make()] };
    });
}

function hostileValues(maxBytes: number): readonly HostileJson[] {
  return [
    { name: "NaN", make: () => Number.NaN },
    { name: "Infinity", make: () => Number.POSITIVE_INFINITY },
    { name: "a bigint", make: () => 1n },
    { name: "a symbol", make: () => Symbol("price") },
    { name: "a function", make: () => () => 40 },
    { name: "a Date", make: () => new Date(0) },
    { name: "a Map", make: () => new Map([["price", 40]]) },
    { name: "a Set", make: () => new Set([40]) },
    { name: "an instance of a class", make: () => new Price() },
    { name: "an array with a hole", make: () => Array.from({ length: 2 }).fill(1).concat(new Array(1)) },
    { name: "an array with undefined", make: () => [undefined] },
    { name: "a symbol key", make: () => ({ [Symbol("price")]: 40 }) },
    { name: "an own __proto__", make: () => JSON.parse('{"__proto__":{"admin":true}}') as unknown },
    { name: "a cycle", make: cycle },
    { name: "a getter that throws", make: getterWithin },
    { name: "a proxy that throws", make: proxyWithin },
    { name: "a revoked proxy", make: revokedProxy },
    { name: "33 levels", make: () => nested(33) },
    { name: "10,000 levels", make: () => nested(10_000) },
    { name: `a text of more than ${maxBytes} bytes`, make: () => "x".repeat(maxBytes) },
  ];
}

class Price {
  readonly amount = 40;
}

function cycle(): unknown {
  const inner: { outer?: unknown } = {};
  inner.outer = [inner];
  return inner;
}

function getterWithin(): unknown {
  return {
    get price(): number {
      throw new Error("This getter throws.");
    },
  };
}

function proxyWithin(): unknown {
  return new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("This proxy throws.");
      },
    },
  );
}

function revokedProxy(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}
