/**
 * @module
 * A room with a coordinator K and members A, B, C on a manual clock, and everything that a group tells, written down.
 */

import {
  createNegotiationGroup,
  type GroupEventName,
  type GroupOptions,
  type GroupRecord,
  NegotiationGroup,
  type ResumeOptions,
  type TrackOptions,
} from "../../src/group/index.js";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { T0 } from "../kit/open-room.js";

/** The terms of these tests, by the well-known keys of the source. */
export interface Task {
  readonly taskType: string;
  readonly costCredits: number;
  readonly [key: string]: unknown;
}

/** An answer of a member, or of the coordinator. */
export type Answer = "accept" | "reject" | "withdraw" | number | Promise<"accept" | "reject" | "withdraw">;

/** One thing told: by the service, or by the group. */
export interface Told {
  readonly at: number;
  readonly name: string;
  readonly payload: any;
}

/** A room for groups. */
export interface GroupRoom {
  readonly service: NegotiationService<any>;
  readonly clock: ManualClock;
  readonly told: Told[];
  /** What the group told, in order, without `group:updated`. */
  milestones(): string[];
  /** Makes a group that is listened to. */
  group(options: Partial<GroupOptions<any>> & Pick<GroupOptions<any>, "tracks">): NegotiationGroup<any>;
  resume(id: string, options?: ResumeOptions<any>): Promise<NegotiationGroup<any>>;
  /** Lets everything run that waits for nothing. */
  settle(): Promise<void>;
}

export const EVENTS: readonly (GroupEventName | "listener:error")[] = [
  "group:started",
  "group:updated",
  "group:confirming",
  "group:completed",
  "group:failed",
  "group:aborted",
  "group:expired",
  "group:release_failed",
  "group:settled",
  "listener:error",
];

/** Opens one; the coordinator is K. */
export function groupRoom(options: ServiceOptions<any> = {}): GroupRoom {
  const clock = (options.clock as ManualClock | undefined) ?? new ManualClock(T0);
  const service = new NegotiationService<any>("market-7", { warnings: false, ...options, clock });
  const told: Told[] = [];
  const note = (name: string) => (payload: unknown) => void told.push({ at: clock.now(), name, payload });
  for (const name of ["turn:recorded", "negotiation:settled", "negotiation:agreed"] as const)
    service.on(name, note(name) as never);
  const heard = (group: NegotiationGroup<any>): NegotiationGroup<any> => {
    for (const name of EVENTS) group.on(name, note(name));
    return group;
  };
  return {
    service,
    clock,
    told,
    milestones: () =>
      told.map(({ name }) => name).filter((name) => name.startsWith("group:") && name !== "group:updated"),
    group: (given) => heard(createNegotiationGroup<any>(service, { coordinator: "K", ...given })),
    resume: async (id, given) => heard(await NegotiationGroup.resume<any>(service, id, given)),
    settle: () => clock.advance(0),
  };
}

/** A track with a member of the same name in capitals, whose agent gives these answers. */
export function track(
  id: string,
  answers: readonly Answer[] | "never",
  options: Partial<TrackOptions<any>> = {},
): TrackOptions<any> {
  const member = { id: id.toUpperCase(), kind: "system", agent: answering(answers) } as const;
  return { id, member, proposal: task(100), ...options };
}

/** An agent that gives these answers in turn: a number counters with those credits. */
export function answering(answers: readonly Answer[] | "never"): Agent<any> {
  let next = 0;
  return async () => {
    if (answers === "never") return new Promise<never>(() => {});
    const answer = await answers[next++];
    if (answer === undefined) throw new Error("An answer that nobody wrote.");
    return typeof answer === "number" ? { action: "counter", terms: task(answer) } : { action: answer };
  };
}

export function task(costCredits: number): Task {
  return { taskType: "data-processing", costCredits };
}

/** The states of a group's tracks, by id. */
export function states(group: GroupRecord | undefined): Record<string, string> {
  return Object.fromEntries((group?.tracks ?? []).map(({ id, state }) => [id, state]));
}
