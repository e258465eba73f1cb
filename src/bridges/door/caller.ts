/**
 * @module
 * Who calls: only ever what the host's hook says, never what a body claims; under which keys, and within which limits.
 */

import { type IntegerOptions, LONGEST_TIMER_MS, unmet } from "../../core/checks/index.js";
import type { MaybePromise } from "../../ports/index.js";

/** Who calls, as the host knows it. */
export interface Caller {
  /** 1 to 256 characters. */
  readonly partyId: string;
  /** The agent that calls for the party, where agents have ids. @default none */
  readonly agentId?: string | undefined;
}

/** The host's hook: who sent this, or `null` for nobody that it knows. */
export type Authorize<Request> = (request: Request) => MaybePromise<Caller | null>;

/**
 * What the hook said, or `undefined` for nobody.
 *
 * @throws {TypeError} when the hook gave anything but a caller or `null`: the host's mistake
 */
export function callerOf(said: Caller | null): Caller | undefined {
  if (said === null) return undefined;
  const { partyId, agentId } = { ...said };
  if (!isId(partyId)) throw new TypeError(unmet("partyId", "1 to 256 characters", partyId));
  if (agentId !== undefined && !isId(agentId))
    throw new TypeError(unmet("agentId", "1 to 256 characters", agentId));
  return { partyId, agentId };
}

/** The first member by which a body says that it comes from somebody else than the caller; `undefined` for none. */
export function foreignName(
  body: Readonly<Record<string, unknown>>,
  { partyId, agentId }: Caller,
): "forbidden_party" | "forbidden_agent" | undefined {
  for (const name of NAMES) {
    if (Object.hasOwn(body, name) && body[name] !== partyId) return "forbidden_party";
  }
  return Object.hasOwn(body, "agentId") && body["agentId"] !== agentId ? "forbidden_agent" : undefined;
}

/** The body without the members that say whom it comes from. */
export function withoutNames(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const others = Object.entries(body).filter(([name]) => name !== "agentId" && !NAMES.includes(name));
  return Object.fromEntries(others);
}

/** The limits of what comes in. */
export interface InputLimits {
  /** Bytes of a body. @default 65_536 */
  readonly bodyBytes?: number | undefined;
  /** Ms within which a body has to be there. @default 10_000 */
  readonly bodyMs?: number | undefined;
  /** Objects and lists within each other. @default 32 */
  readonly depth?: number | undefined;
  /** Members of a list. @default 1_000 */
  readonly items?: number | undefined;
}

/** What they are by default, and may be. */
export const INPUT_LIMITS: IntegerOptions<InputLimits> = {
  bodyBytes: [65_536, 1],
  bodyMs: [10_000, 1, LONGEST_TIMER_MS],
  depth: [32, 1],
  items: [1_000, 1],
};

/** Whether it is an id as they come in: 1 to 256 characters, none of them a control character. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

/** 128 random bits. */
export function freshNonce(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** A key of a caller's own where keys are looked up in a whole room, as those of creations are. At most 128 characters. */
export async function scopedKey(partyId: string, key: string): Promise<string> {
  const whole = `${partyId.length}:${partyId}:${key}`;
  if (whole.length <= 128) return whole;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(whole));
  return `sha256:${hexOf(new Uint8Array(digest))}`;
}

const NAMES: readonly string[] = ["partyId", "fromAgent", "from", "initiator"];

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
const ID = /^[^\u0000-\u001f\u007f-\u009f]{1,256}$/;

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
