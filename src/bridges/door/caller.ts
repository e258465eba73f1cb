/**
 * @module
 * Who calls: only ever what the host's hook says, never what a body claims.
 */

import { unmet } from "../../core/checks/index.js";
import type { MaybePromise } from "../../ports/index.js";
import { isId } from "./input-limits.js";

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

const NAMES: readonly string[] = ["partyId", "fromAgent", "from", "initiator"];
