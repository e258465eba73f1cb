/**
 * @module
 * A negotiation as the task that the peer sees: its state, our last move, the outcome as an artifact, and what the
 * extension adds as metadata. No field and no value is added to A2A's own types (AA-2).
 */

import type { Artifact, Message, Task, TaskState, TaskStatus } from "@a2a-js/sdk";
import { isEqualJson, type Json } from "../../core/json/index.js";
import { agreedRoles, type NegotiationView, type TurnView } from "../../core/record/index.js";
import { conversationIdOf } from "../../presets/index-network/index.js";
import type { Seen, ShownRefusal } from "../door/index.js";
import type { ResolvedA2aOptions } from "./a2a-options.js";
import { sdk } from "./peers.js";

/** Which side is ours, and under which name the extension's data stand. */
export type Ours = Pick<ResolvedA2aOptions<never>, "selfId" | "extensionUri">;

/** A negotiation as the peer sees it, and what it may do. */
export type Picture = Pick<Seen<unknown>, "view" | "legal">;

/** The name of the artifact that holds the outcome. */
export const OUTCOME = "negotiation-outcome";

/** The state of the task that a negotiation is. */
export function stateOf({ outcome, floor }: NegotiationView, selfId: string): TaskState {
  const { TaskState: state } = sdk;
  if (outcome?.reason === "agent_error") return state.TASK_STATE_FAILED;
  if (outcome?.status === "withdrawn") return state.TASK_STATE_CANCELED;
  if (outcome !== null) return state.TASK_STATE_COMPLETED;
  return floor === selfId ? state.TASK_STATE_WORKING : state.TASK_STATE_INPUT_REQUIRED;
}

/** Its room; of Index Network, whose room is a whole network, its conversation (CV-2). */
export function contextIdOf({ id, roomId, rules }: NegotiationView): string {
  return rules.preset.startsWith("index") ? conversationIdOf(id) : roomId;
}

/** The whole task, but for what was said on the way: `history` is that of the store, if there is one. */
export function taskOf(seen: Picture, ours: Ours, history?: readonly Message[]): Task {
  const { view } = seen;
  return {
    id: view.id,
    contextId: contextIdOf(view),
    status: statusOf(seen, ours),
    artifacts: view.outcome === null ? [] : [outcomeArtifact(view, ours)],
    history: history === undefined ? view.turns.map((turn) => moveMessage(view, turn, ours)) : [...history],
    metadata: metadataOf(seen, ours),
  };
}

/** The state, with our last move if it is what the peer is to answer, or was told last. */
export function statusOf({ view }: Picture, ours: Ours): TaskStatus {
  const last = view.turns.at(-1);
  return {
    state: stateOf(view, ours.selfId),
    message: last?.partyId === ours.selfId ? moveMessage(view, last, ours) : undefined,
    timestamp: new Date(view.updatedAt).toISOString(),
  };
}

/**
 * What the extension says of a task.
 *
 * @param isRepeated - whether the message that is answered had taken effect before
 */
export function metadataOf(
  { view, legal }: Picture,
  { extensionUri }: Ours,
  isRepeated = false,
): Record<string, unknown> {
  const { id, status, version, turns, outcome } = view;
  const told = {
    negotiationId: id,
    status,
    version,
    turn: turns.length,
    legalActions: [...legal.actions],
    deadlineAt: legal.deadlineAt,
    ...(outcome !== null && { reason: outcome.reason }),
    ...(isRepeated && { duplicate: true }),
  };
  return { [extensionUri]: told };
}

/** How it ended, as the peer may know it. */
export function outcomeArtifact(view: NegotiationView, { extensionUri }: Ours): Artifact {
  const { outcome, rules } = view;
  const told = {
    status: outcome?.status ?? null,
    reason: outcome?.reason ?? null,
    terms: (outcome?.proposal?.terms ?? null) as Json,
    turnCount: outcome?.turnCount ?? view.turns.length,
    ...(rules.preset.startsWith("index") &&
      outcome?.status === "accepted" && { agreedRoles: agreedRoles(view).map((one) => ({ ...one })) }),
  };
  return {
    artifactId: `${view.id}:outcome`,
    name: OUTCOME,
    description: "",
    parts: [dataPart(told)],
    metadata: undefined,
    extensions: [extensionUri],
  };
}

/** A move, as whoever made it would send it: what is private to its side is not in the view. */
export function moveOfTurn(turn: TurnView): Record<string, Json> {
  const { action, terms, message, reason, justification, extra, assessment = null } = turn;
  const all = { action, terms, message, reason, justification, extra, assessment } as Record<string, Json>;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** A message of ours about why a move was not taken. */
export function refusalMessage(
  { id, contextId }: Pick<Task, "id" | "contextId">,
  { code, message, issues, version, legal }: ShownRefusal,
  ours: Ours,
  more: Record<string, unknown>,
): Message {
  const told = { code, message, details: { issues }, version, legal, ...more };
  return agentMessage(crypto.randomUUID(), id, contextId, JSON.parse(JSON.stringify(told)), ours);
}

/** A part with data, in the shape that the SDK's types have. */
export function dataPart(value: unknown): Message["parts"][number] {
  const content = { $case: "data", value: structuredClone(value) } as const;
  return { content, mediaType: "application/json", filename: "", metadata: undefined };
}

function moveMessage(view: NegotiationView, turn: TurnView, ours: Ours): Message {
  const { partyId, number, commandId } = turn;
  const isOurs = partyId === ours.selfId;
  // The ids of the peer's own messages are its own; ours are in no view of it.
  const messageId = (isOurs ? undefined : unscopedKey(partyId, commandId)) ?? `${view.id}:${number}`;
  const made = agentMessage(messageId, view.id, contextIdOf(view), moveOfTurn(turn), ours);
  return isOurs ? made : { ...made, role: sdk.Role.ROLE_USER };
}

/** A key of `scopedKey` as its caller wrote it, where that can be told. */
function unscopedKey(partyId: string, key: string | undefined): string | undefined {
  const scope = `${partyId.length}:${partyId}:`;
  return key?.startsWith(scope) ? key.slice(scope.length) : key;
}

/**
 * A message of ours with one data part, re-read as a client reads it: what the codec would lose is told as a fault,
 * never sent as an empty part.
 */
function agentMessage(
  messageId: string,
  taskId: string,
  contextId: string,
  data: Record<string, unknown>,
  { extensionUri }: Ours,
): Message {
  const made: Message = {
    messageId,
    contextId,
    taskId,
    role: sdk.Role.ROLE_AGENT,
    parts: [dataPart(data)],
    metadata: undefined,
    extensions: [extensionUri],
    referenceTaskIds: [],
  };
  const [part] = sdk.Message.fromJSON(sdk.Message.toJSON(made)).parts;
  if (part?.content?.$case !== "data" || !isEqualJson(part.content.value, data as Json))
    throw new Error("Expected a message that survives A2A's codec, got one that does not.");
  return made;
}
