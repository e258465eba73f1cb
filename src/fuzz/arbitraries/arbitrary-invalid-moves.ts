/**
 * @module
 * Arbitrary malformed moves: everything that a program, a model or an attacker may hand in instead of a move.
 */

import type { Arbitrary } from "fast-check";
import type { MoveLimits } from "../../core/moves/index.js";
import { ACTIONS } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import { fc } from "./fast-check.js";
import { hostileJson } from "./hostile-json.js";

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
  for (const [name, limit] of Object.entries(limits)) {
    if (Number.isSafeInteger(limit) && limit >= 1) continue;
    throw new RangeError(`Expected ${name} to be an integer of at least 1, got ${shown(limit)}.`);
  }
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
