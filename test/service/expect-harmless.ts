/**
 * @module
 * Hands hostile values to one place of one operation after the other, and expects the library to fail as
 * it says it does: with its own errors and refusals, never synchronously, and leaving everything as it was.
 */

import { expect } from "vitest";
import { CODES, NegotiationError } from "../../src/errors.js";
import type { NegotiationService } from "../../src/service/room/index.js";
import { HOSTILE, type HostileValue } from "./hostile-values.js";
import { type WatchedRoom, watchedRoom } from "./watched-room.js";

export type AnyRoom = NegotiationService<any>;

/** One place of one operation: calls it there with a value, and says which values are none of its mistakes. */
export interface Place {
  readonly call: (room: AnyRoom, id: string, value: any) => unknown;
  readonly fits?: ((value: unknown) => boolean) | undefined;
  readonly values?: readonly HostileValue[];
  /** What it answers instead of a refusal; by default nothing counts as fine. */
  readonly answers?: readonly unknown[] | undefined;
}

export const absent = (value: unknown): boolean => value === undefined || value === null;
export const isText = (value: unknown): boolean =>
  absent(value) || (typeof value === "string" && value.length <= 10_000);
export const isId = (value: unknown): boolean =>
  typeof value === "string" && value !== "" && value.length <= 128;
export const isNothing = (value: unknown): boolean =>
  isUndefined(value) || (Array.isArray(value) && value.length === 0);
export const isUndefined = (value: unknown): boolean => value === undefined;
export const isUndefinedOrId = (value: unknown): boolean => isUndefined(value) || isId(value);
export const isAbsentOrId = (value: unknown): boolean => absent(value) || isId(value);
export const isUndefinedOr7 = (value: unknown): boolean => isUndefined(value) || value === 7;
export const isBareObject = (value: unknown): boolean =>
  value === undefined ||
  (Object.prototype.toString.call(value) === "[object Object]" && Object.keys(value as object).length === 0);

/** A room with one negotiation that ada opened; more may be created beside it. */
export async function opened(): Promise<WatchedRoom<any> & { id: string }> {
  const watched = watchedRoom<any>({ rules: { oneActive: "none", consult: {} } });
  const { id } = await watched.room.createNegotiation("ada", "smith", { price: 40 });
  return { ...watched, id };
}

/** Calls it with each value; each must fail as the library fails, and leave everything as it was. */
export async function expectHarmless(place: Place): Promise<void> {
  const { room, id, heard, clock } = await opened();
  const before = { record: room.getNegotiation(id), timers: clock.pendingCount, events: heard.length };
  for (const { name, make } of place.values ?? HOSTILE) {
    const value = make();
    if (safely(() => place.fits?.(value)) === true) continue;
    let answer: unknown;
    try {
      answer = place.call(room, id, value);
    } catch (error) {
      throw new Error(`${name}: thrown synchronously`, { cause: error });
    }
    expect(answer, name).toBeInstanceOf(Promise);
    const settled = await (answer as Promise<unknown>).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    if ("error" in settled) expectOurs(settled.error, name);
    else expectRefusal(settled.result, place.answers ?? [], name);
    expect(room.getNegotiation(id), name).toBe(before.record);
    expect(room.getLatestNegotiation(), name).toBe(before.record);
    expect(heard.slice(before.events), name).toEqual([]);
    expect(clock.pendingCount, name).toBe(before.timers);
  }
}

export function safely<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** An error of the library: a stable code, or a TypeError or RangeError that says what was expected and what came. */
export function expectOurs(error: unknown, name: string): void {
  const { message } = error as Error;
  expect(message, name).not.toContain("The caller's own error");
  expect(message.length, name).toBeLessThan(1_000);
  if (NegotiationError.isInstance(error)) {
    expect(Object.keys(CODES), name).toContain(error.code);
    expect(JSON.parse(JSON.stringify(error.details)), name).toEqual(error.details);
    return;
  }
  expect(error instanceof TypeError || error instanceof RangeError, `${name}: ${String(error)}`).toBe(true);
  expect(message, name).toMatch(/^Expected .+, got .+|^Expected .+; at /s);
}

/** A refusal that is JSON and says what would have been legal, or one of the plain answers. */
function expectRefusal(result: any, answers: readonly unknown[], name: string): void {
  if (answers.some((one) => JSON.stringify(one) === JSON.stringify(result))) return;
  expect(result?.ok, `${name}: ${safely(() => JSON.stringify(result)?.slice(0, 300))}`).toBe(false);
  expect(Object.keys(CODES), name).toContain(result.code);
  expect(JSON.parse(JSON.stringify(result)), name).toEqual(result);
  expect(result.message, name).not.toContain("The caller's own error");
  expect(result).toHaveProperty("legal");
}

/** Places for the members of one object that an operation takes, each with what fits there or the values to try. */
export function membersOf(
  prefix: string,
  call: (room: AnyRoom, id: string, given: object) => unknown,
  members: Readonly<Record<string, Place["fits"] | readonly HostileValue[]>>,
  answers?: readonly unknown[],
): Record<string, Place> {
  const places = Object.entries(members).map(([member, allowed]): [string, Place] => {
    const place: Place = { call: (room, id, value) => call(room, id, { [member]: value }), answers };
    const isList = typeof allowed === "object";
    return [`${prefix}${member}`, isList ? { ...place, values: allowed } : { ...place, fits: allowed }];
  });
  return Object.fromEntries(places);
}

export function table(places: Record<string, Place>): [string, Place][] {
  return Object.entries(places);
}
