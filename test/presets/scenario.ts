/**
 * @module
 * Scenarios of the presets as data: who moves when, what each move is answered with, and what stands in the
 * end. One runner plays them on a room under a manual clock, through the doors that every host uses.
 */

import { expect } from "vitest";
import type { Action, Negotiation, PartyKind } from "../../src/core/record/index.js";
import type { Agent } from "../../src/ports/index.js";
import type { PresetName } from "../../src/presets/registry/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { ASSESSMENT } from "../kit/builders.js";
import { type OpenRoom, openRoom } from "../kit/open-room.js";

/** A move by its action, or with its fields. */
export type ScenarioMove = Action | ({ readonly action: Action } & Readonly<Record<string, unknown>>);

/** A move and the answer that it gets (`ok` if none is named); time that passes; a cancellation. */
export type Step =
  | readonly [by: string, move: ScenarioMove, answer?: string]
  | readonly ["clock", number]
  | readonly ["host", "cancel", answer?: string];

/** A script, and what it comes to. */
export interface Scenario {
  readonly says: string;
  readonly rules?: ServiceRules;
  /** Of initiator and responder. @default both system */
  readonly kinds?: readonly [PartyKind, PartyKind];
  /** The agents of initiator and responder. @default none: the steps move for them */
  readonly agents?: readonly [Agent | undefined, Agent | undefined];
  readonly fallback?: Agent;
  readonly context?: unknown;
  /** The opening terms, or `null` for one without; nothing leaves the negotiation open. */
  readonly opening?: unknown;
  readonly steps: readonly Step[];
  /** What the record is to match in the end. */
  readonly ends: object;
}

/** What a played scenario has left. */
export interface Played extends OpenRoom {
  readonly id: string;
  record(): Negotiation;
}

/** The ids of the two sides. */
export const SOURCE = "source";
export const CANDIDATE = "candidate";

/** An agent that never answers: a fallback for scenarios that are not about it. */
export const never: Agent = () => new Promise(() => {});

/** A room with a negotiation of these two under the preset. */
export async function begin(preset: PresetName, scenario: Partial<Scenario> = {}): Promise<Played> {
  const { rules = {}, kinds = ["system", "system"], agents = [], fallback = never } = scenario;
  const opened = openRoom({ fallback, rules: { ...rules, preset } });
  const { id } = await opened.room.createNegotiation(
    { id: SOURCE, kind: kinds[0], agent: agents[0] },
    { id: CANDIDATE, kind: kinds[1], agent: agents[1] },
    scenario.opening === null ? undefined : scenario.opening,
    {
      ...(scenario.context !== undefined && { context: scenario.context }),
      ...(scenario.opening === null && { move: {} }),
    },
  );
  await opened.clock.advance(0);
  const record = (): Negotiation => opened.room.getNegotiation(id) as Negotiation;
  return { ...opened, id, record };
}

/** Plays the steps of a scenario, one after the other. */
export async function play(preset: PresetName, scenario: Scenario): Promise<Played> {
  const played = await begin(preset, scenario);
  for (const [index, step] of scenario.steps.entries()) await take(played, step, index);
  expect(played.record()).toMatchObject(scenario.ends);
  return played;
}

/** Plays one step; what it is not answered with as it says is a failure. */
export async function take({ room, clock, id, record }: Played, step: Step, index = 0): Promise<void> {
  if (step[0] === "clock") {
    await clock.advance(step[1] as number);
    return;
  }
  const before = record();
  const [by, what, wanted = "ok"] = step;
  const result =
    by === "host"
      ? await room.cancel(id)
      : await room.submit(id, by, moveOf(what as ScenarioMove, before) as never);
  expect(result.ok ? "ok" : result.code, `step ${index}: ${JSON.stringify(step)}`).toBe(wanted);
  await clock.advance(0);
  // Deadlines that were due are the only thing that a refusal leaves behind (EN-40).
  if (!result.ok && before.deadlines === record().deadlines) expect(record()).toBe(before);
}

/** The bare action with what the rules demand of it: terms, and a message that nobody has said before. */
function moveOf(move: ScenarioMove, { rules, turns }: Negotiation): object {
  const required = rules.assessmentRequired ? { assessment: ASSESSMENT } : {};
  if (typeof move !== "string") return { ...required, ...move };
  const isProposal = move === "propose" || move === "counter";
  return {
    ...required,
    action: move,
    ...(isProposal && rules.terms === "required" && { terms: { price: 40 + turns.length } }),
    ...((move === "question" || rules.messageRequiredFor.includes(move)) && {
      message: `Turn ${turns.length + 1}: why so?`,
    }),
  };
}
