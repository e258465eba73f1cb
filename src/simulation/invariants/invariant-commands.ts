/**
 * @module
 * I4: every acknowledged command stands in the history exactly once, and each intent of a client takes effect
 * at most once, whatever ids its retries had. Sent again it is known for what it was, by every node and for ever.
 */

import type { Json } from "../../core/json/index.js";
import type { Entry } from "../../core/record/index.js";
import type {
  Acknowledgement,
  Fault,
  Invariant,
  ObservedWrite,
  RefusedCommand,
  Truth,
} from "../observation/index.js";
import { foundIn, foundOf, memberOf, unlike } from "../observation/index.js";

/** I4, at every write and acknowledgement, and of all acknowledgements in the end. */
export const commandsInvariant: Invariant = {
  id: "I4",
  watch: (truth) => {
    const histories = new Map<string, Effects>();
    const creations = new Map<string, string>();
    const effects = new Map<number, string>();
    const told = new Map<string, Acknowledgement>();
    const taken = new Map<string, Taken>();
    return {
      onWrite: (write) => {
        const known = histories.get(write.after.id) ?? { entries: new Map(), kinds: new Set(), version: 0 };
        histories.set(write.after.id, known);
        const fault =
          faultOfCreation(write, creations) ??
          faultOfCommand(write, known) ??
          faultOfIntent(write, effects, truth);
        known.kinds.add(write.entry.kind);
        known.version = write.after.version;
        if (write.entry.commandId !== null) {
          known.entries.set(write.entry.commandId, write.entry);
          taken.set(bareId(write.entry.commandId), { negotiationId: write.after.id, at: write.at });
        }
        return foundIn(write, fault);
      },
      onAcknowledged: (acknowledgement) => {
        const { intent, kind, negotiationId } = acknowledgement;
        const known = histories.get(negotiationId);
        // A pickup and the answer to what it brought may be one intent.
        const command = `${kind} ${intent}`;
        const fault =
          faultOfAcknowledgement(acknowledgement, known) ??
          faultOfAnswers(told.get(command), acknowledgement);
        if (!told.has(command)) told.set(command, acknowledgement);
        return foundOf(negotiationId, fault);
      },
      onRefused: (refused) => {
        const effect = taken.get(refused.commandId);
        return foundOf(effect?.negotiationId ?? null, faultOfRefusal(refused, effect));
      },
      atEnd: () => {
        const counts = new Map<string, ReadonlyMap<string, number>>();
        for (const acknowledgement of told.values()) {
          const { commandId, kind, negotiationId, intent } = acknowledgement;
          if (commandId === null || !KEEPING_ITS_ID.includes(kind)) continue;
          const ofHistory = counts.get(negotiationId) ?? commandCounts(truth.entries(negotiationId));
          counts.set(negotiationId, ofHistory);
          const count = ofHistory.get(commandId) ?? 0;
          if (count === 1) continue;
          return foundOf(
            negotiationId,
            `intent ${intent} was acknowledged: expected ${commandId} once, got it ${count} times`,
          );
        }
        return undefined;
      },
    };
  },
};

/** Where and when a command took effect; virtual epoch ms of the world. */
interface Taken {
  readonly negotiationId: string;
  readonly at: number;
}

/** What took effect in a negotiation. */
interface Effects {
  readonly entries: Map<string, Entry>;
  readonly kinds: Set<string>;
  version: number;
}

/** The commands whose id is kept with what they did; the others get one of the service. */
const KEEPING_ITS_ID: readonly Acknowledgement["kind"][] = ["create", "move", "respond"];

/** What the other commands leave behind. */
const LEAVING: Partial<Record<Acknowledgement["kind"], string>> = {
  cancel: "cancelled",
  pickup: "claimed",
  release: "released",
  answer: "answered",
};

/** A creation's command id is unique within its room (ST-11). */
function faultOfCreation({ before, after }: ObservedWrite, creations: Map<string, string>): Fault {
  if (before !== null) return undefined;
  const command = JSON.stringify([after.roomId, after.createCommandId]);
  const earlier = creations.get(command);
  creations.set(command, after.id);
  if (earlier === undefined) return undefined;
  return `expected ${after.createCommandId} to create once, got ${earlier} and ${after.id}`;
}

function faultOfCommand({ before, after, entry }: ObservedWrite, { entries }: Effects): Fault {
  const { commandId, turn } = entry;
  const earlier = commandId === null ? undefined : entries.get(commandId);
  if (earlier !== undefined) {
    return `expected ${commandId} to take effect once, got ${effectOf(earlier)} and ${effectOf(entry)}`;
  }
  return (
    (turn === null ? undefined : unlike("the turn's command", commandId, commandOf(turn))) ??
    (before === null
      ? unlike("the creation's command", `initiator:${after.createCommandId}`, commandId)
      : undefined)
  );
}

/** A party's id is stored with its seat before it: it is in nobody else's way (EN-62). */
function commandOf(turn: Json): string {
  return `${memberOf(turn, "seat")}:${memberOf(turn, "commandId")}`;
}

/** The party's own id again. */
function bareId(commandId: string): string {
  return commandId.replace(/^(initiator|responder):/, "");
}

function faultOfIntent({ after, entry }: ObservedWrite, effects: Map<number, string>, truth: Truth): Fault {
  const intent = entry.commandId === null ? undefined : truth.intentOf(bareId(entry.commandId));
  if (intent === undefined) return undefined;
  const effect = `${after.id}: ${effectOf(entry)}`;
  const earlier = effects.get(intent);
  effects.set(intent, effect);
  if (earlier === undefined) return undefined;
  return `expected intent ${intent} to take effect once, got ${earlier} and ${effect}`;
}

function faultOfAcknowledgement(told: Acknowledgement, known: Effects | undefined): Fault {
  const { commandId, intent, kind, turnNumber, version } = told;
  const what = `intent ${intent} (${kind}) was acknowledged`;
  if (known === undefined) return `${what}: expected a history, got none`;
  if (version > known.version)
    return `${what}: expected version ${version} in the history, got ${known.version}`;
  const left = LEAVING[kind];
  if (left !== undefined) {
    return known.kinds.has(left) ? undefined : `${what}: expected an entry that is ${left}, got none`;
  }
  if (commandId === null) return undefined;
  const entry = known.entries.get(`initiator:${commandId}`) ?? known.entries.get(`responder:${commandId}`);
  if (entry === undefined) return `${what}: expected ${commandId} in the history, got nothing`;
  if (kind === "create") return unlike(`${what}: its version`, 0, entry.version);
  return unlike(`${what}: the turn of ${commandId}`, entry.turnNumber, turnNumber);
}

/** However often a client asks, it is told of one and the same effect. */
function faultOfAnswers(first: Acknowledgement | undefined, again: Acknowledgement): Fault {
  if (first === undefined || !KEEPING_ITS_ID.includes(again.kind)) return undefined;
  const what = `intent ${again.intent} was acknowledged twice`;
  return (
    unlike(`${what}: the negotiation`, first.negotiationId, again.negotiationId) ??
    (again.kind === "create" ? undefined : unlike(`${what}: the turn`, first.turnNumber, again.turnNumber))
  );
}

/** What has taken effect is not refused when it is sent again, however much came since (EN-36). */
function faultOfRefusal({ commandId, code, node, sentAt }: RefusedCommand, effect: Taken | undefined): Fault {
  // A full queue looks at nothing.
  if (effect === undefined || effect.at >= sentAt || code === "queue_full") return undefined;
  return `expected ${node} to know ${commandId}, which took effect at ${effect.at}, got ${code} at ${sentAt}`;
}

function effectOf({ commandId, turnNumber, version }: Entry): string {
  const what = turnNumber === null ? `version ${version}` : `turn ${turnNumber}`;
  return `${what} (${commandId})`;
}

function commandCounts(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { commandId } of entries) {
    if (commandId !== null) counts.set(bareId(commandId), (counts.get(bareId(commandId)) ?? 0) + 1);
  }
  return counts;
}
