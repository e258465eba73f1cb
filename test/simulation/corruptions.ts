/**
 * @module
 * Ways in which one history can be wrong in one place. Each says where it applies; none of them leaves a
 * history that could have been.
 */

import type { ObservedWrite } from "../../src/simulation/observation/index.js";
import { changed } from "./observed-histories.js";

/** One way to be wrong. */
export interface Corruption {
  /** The invariant that has to find it, whatever others do. */
  readonly by: string;
  readonly name: string;
  /** Whether it can be done to this write. */
  readonly fits: (write: ObservedWrite, index: number, writes: readonly ObservedWrite[]) => boolean;
  /** The history with that write wrong. */
  readonly corrupted: (writes: readonly ObservedWrite[], index: number) => readonly ObservedWrite[];
}

const always = (): boolean => true;
const isLater = (_: ObservedWrite, index: number): boolean => index > 0;
const isFinal = ({ after }: ObservedWrite): boolean => after.isFinal;
const isLive = ({ after }: ObservedWrite): boolean => !after.isFinal;
const hasTurn = ({ entry }: ObservedWrite): boolean => entry.turn !== null;
const isOf =
  (kind: string) =>
  ({ entry }: ObservedWrite): boolean =>
    entry.kind === kind;
const awaits =
  (...kinds: readonly string[]) =>
  ({ after }: ObservedWrite): boolean =>
    kinds.includes(stateOf(after).awaiting?.kind);
const made =
  (...actions: readonly string[]) =>
  ({ entry }: ObservedWrite): boolean =>
    actions.includes(((entry.turn ?? {}) as any).action);
const stateOf = (row: ObservedWrite["after"]): any => row.state;

/** A change in one write, which the next one does not find: as a slip in what was stored. */
function slip(
  by: string,
  name: string,
  fits: Corruption["fits"],
  change: (draft: any, index: number) => void,
): Corruption {
  return {
    by,
    name,
    fits,
    corrupted: (writes, index) =>
      writes.map((write, at) => (at === index ? changed(write, (draft) => change(draft, index)) : write)),
  };
}

/** The same change from that write on, so that all that follows agrees with it: as a slip in what was decided. */
function drift(
  by: string,
  name: string,
  fits: Corruption["fits"],
  change: (row: any, draft: any) => void,
): Corruption {
  return {
    by,
    name,
    fits,
    corrupted: (writes, index) =>
      writes.map((write, at) => {
        if (at < index) return write;
        return changed(write, (draft) => {
          if (at > index) change(draft.before, draft);
          change(draft.after, draft);
        });
      }),
  };
}

/** All that are tried. */
export const CORRUPTIONS: readonly Corruption[] = [
  // I1 and I10: versions, entries, turns.
  slip("I1", "a version is skipped", always, (draft) => {
    draft.after.version += 1;
    draft.after.state.version += 1;
    draft.entry.version += 1;
  }),
  slip("I1", "the version of the row goes back", isLater, (draft) => (draft.after.version -= 1)),
  slip("I1", "the entry has another version", always, (draft) => (draft.entry.version += 1)),
  slip("I1", "the record has another version", always, (draft) => (draft.after.state.version += 1)),
  slip("I1", "a turn number is skipped", hasTurn, (draft) => {
    draft.entry.turnNumber += 1;
    draft.entry.turn.number += 1;
    draft.after.turnCount += 1;
  }),
  slip("I1", "the row counts one turn more", always, (draft) => (draft.after.turnCount += 1)),
  slip("I10", "a commit on an older version", isLater, (draft) => (draft.expectedVersion -= 1)),
  {
    by: "I10",
    name: "a write is lost",
    fits: (_, index, writes) => index < writes.length - 1,
    corrupted: (writes, index) => writes.filter((_, at) => at !== index),
  },
  {
    by: "I1",
    name: "a write happens twice",
    fits: always,
    corrupted: (writes, index) => writes.flatMap((write, at) => (at === index ? [write, write] : [write])),
  },
  {
    by: "I1",
    name: "two writes change places",
    fits: (_, index, writes) => index < writes.length - 1,
    corrupted: (writes, index) => {
      const swapped = [...writes];
      swapped.splice(index, 2, writes[index + 1] as ObservedWrite, writes[index] as ObservedWrite);
      return swapped;
    },
  },
  slip("I10", "the row was another one before", isLater, (draft) => (draft.before.updatedAt -= 1)),
  // I2: the matrix and what goes with it.
  slip("I2", "the status of the row is another", always, (draft) => {
    draft.after.status = draft.after.status === "countered" ? "proposed" : "countered";
  }),
  drift("I2", "the status is another", isLive, (row) => {
    row.status = row.status === "proposed" ? "countered" : "proposed";
    row.state.status = row.status;
  }),
  slip("I2", "the floor goes to the wrong party", isLive, (draft) => {
    const { state } = draft.after;
    state.floor = state.floor === state.initiator.id ? state.responder.id : state.initiator.id;
    draft.after.floor = state.floor;
  }),
  slip("I2", "a stranger has moved", hasTurn, (draft) => (draft.entry.turn.partyId += " of elsewhere")),
  slip(
    "I2",
    "the party without the floor has moved",
    made("propose", "counter", "question", "reject"),
    (draft) => {
      const { state } = draft.after;
      const { turn } = draft.entry;
      const isInitiator = turn.partyId === state.initiator.id;
      turn.partyId = isInitiator ? state.responder.id : state.initiator.id;
      turn.seat = isInitiator ? "responder" : "initiator";
    },
  ),
  slip("I2", "the seat is the other's", hasTurn, (draft) => {
    draft.entry.turn.seat = draft.entry.turn.seat === "initiator" ? "responder" : "initiator";
  }),
  slip("I2", "another action was recorded", hasTurn, (draft) => {
    draft.entry.turn.action = draft.entry.turn.action === "reject" ? "withdraw" : "reject";
  }),
  slip("I2", "the round is skipped", made("propose", "counter"), (draft) => (draft.entry.turn.round += 1)),
  slip("I2", "time goes back", isLater, (draft) => {
    draft.after.updatedAt = draft.before.updatedAt - 1;
    draft.after.state.updatedAt = draft.after.updatedAt;
    draft.entry.at = draft.after.updatedAt;
  }),
  drift("I2", "the rules change on the way", isLater, (row) => (row.state.rules.cap.limit = 77)),
  drift("I2", "the context changes on the way", isLater, (row) => (row.state.context = { other: true })),
  drift("I2", "the parties change on the way", isLater, (row) => {
    row.state.responder.kind = row.state.responder.kind === "system" ? "personal" : "system";
  }),
  slip("I2", "the reason is another", isFinal, (draft) => {
    const { outcome } = draft.after.state;
    outcome.reason = outcome.reason === "turn_timeout" ? "total_timeout" : "turn_timeout";
  }),
  slip("I2", "the outcome names another party", isFinal, (draft) => {
    const { outcome, initiator, responder } = draft.after.state;
    outcome.by = outcome.by === initiator.id ? responder.id : initiator.id;
  }),
  slip(
    "I2",
    "the outcome counts one turn more",
    isFinal,
    (draft) => (draft.after.state.outcome.turnCount += 1),
  ),
  slip("I2", "a failed call changes the floor", isOf("failed"), (draft) => {
    if (draft.after.isFinal) draft.after.state.failures = [];
    else draft.after.state.floor = "nobody";
  }),
  slip("I2", "a failed call passes the turn on", isOf("failed"), (draft) => {
    if (draft.after.isFinal) draft.after.state.failures = [];
    else draft.after.state.awaiting = { kind: "move", since: draft.entry.at + 1 };
  }),
  slip("I2", "a failure is forgotten", isOf("failed"), (draft) => draft.after.state.failures.pop()),
  slip("I2", "another agent holds the claim", isOf("claimed"), (draft) => {
    draft.after.state.awaiting.claim.agentId = "intruder";
    draft.after.parked.claimedBy = "intruder";
  }),
  slip(
    "I2",
    "the claim is answered by another",
    (write) => hasTurn(write) && holderBefore(write),
    (draft) => {
      draft.entry.details = { validUntilAt: null, claim: { agentId: "intruder", claimId: "x" } };
    },
  ),
  slip("I2", "a released turn was not claimed", isOf("released"), (draft) => {
    draft.before.state.awaiting = { ...draft.before.state.awaiting, kind: "parked", claim: null };
  }),
  slip("I2", "a claimed turn was claimed before", isOf("claimed"), (draft) => {
    const { awaiting } = draft.before.state;
    draft.before.state.awaiting = {
      ...awaiting,
      kind: "claimed",
      claim: { agentId: "first", claimId: "first", claimedAt: awaiting.since },
    };
  }),
  slip("I2", "what is awaited is forgotten", awaits("parked", "claimed", "consult", "fallback"), (draft) => {
    draft.after.state.awaiting = { kind: "move", since: draft.entry.at };
  }),
  slip(
    "I2",
    "the parked column is forgotten",
    awaits("parked", "claimed"),
    (draft) => (draft.after.parked = null),
  ),
  slip("I2", "a consult is forgotten", isOf("consulted"), (draft) => draft.after.state.consults.pop()),
  slip(
    "I2",
    "an answer is lost",
    isOf("answered"),
    (draft) => (draft.after.state.consults.at(-1).answer = null),
  ),
  slip("I2", "an unknown kind of entry", isLater, (draft) => (draft.entry.kind = "imagined")),
  // I3: ends.
  slip("I3", "the end has no outcome", isFinal, (draft) => (draft.after.state.outcome = null)),
  slip("I3", "the row does not know that it is over", isFinal, (draft) => (draft.after.isFinal = false)),
  slip("I3", "a live row says that it is over", isLive, (draft) => (draft.after.isFinal = true)),
  slip("I3", "settled is told twice", isFinal, (draft) => draft.outbox.push(draft.outbox.at(-1))),
  slip("I3", "settled is told of a live one", isLive, (draft) => {
    draft.outbox.push({ ...draft.outbox[0], type: "negotiation:settled" });
  }),
  // I4: commands.
  slip("I4", "a command id takes effect twice", isLater, (draft) => {
    draft.entry.commandId = "initiator:cmd-0";
    if (draft.entry.turn !== null) draft.entry.turn.commandId = "cmd-0";
  }),
  slip(
    "I4",
    "a turn has another command than its entry",
    hasTurn,
    (draft) => (draft.entry.turn.commandId += "x"),
  ),
  // I5: deadlines.
  slip("I5", "the row has no deadline", isLive, (draft) => (draft.after.deadline = null)),
  slip("I5", "a final row has a deadline", isFinal, (draft) => {
    draft.after.deadline = { at: draft.entry.at + 1, kind: "turn" };
  }),
  slip("I5", "the record of an end keeps a deadline", isFinal, (draft) => {
    draft.after.state.deadlines.turnAt = draft.entry.at + 1;
  }),
  slip("I5", "the row's deadline is a millisecond later", isLive, (draft) => (draft.after.deadline.at += 1)),
  slip("I5", "the row's deadline is of another kind", isLive, (draft) => {
    draft.after.deadline.kind = draft.after.deadline.kind === "turn" ? "total" : "turn";
  }),
  ...(["turnAt", "totalAt", "validityAt", "consultAt", "parkAt", "claimAt"] as const).flatMap((name) => [
    drift(
      "I5",
      `${name} is a millisecond later`,
      ({ after }) => stateOf(after).deadlines[name] !== null,
      (row, draft) => {
        const { deadlines } = row.state;
        if (deadlines[name] === null) return;
        deadlines[name] += 1;
        if (row.deadline?.kind === name.slice(0, -2)) row.deadline.at += 1;
        void draft;
      },
    ),
    slip(
      "I5",
      `${name} is forgotten`,
      ({ after }) => stateOf(after).deadlines[name] !== null,
      (draft) => (draft.after.state.deadlines[name] = null),
    ),
  ]),
  drift("I5", "the park window moves", awaits("parked", "claimed"), (row) => {
    if (row.state.awaiting?.firstParkedAt === undefined) return;
    row.state.awaiting.firstParkedAt += 1;
    row.parked.firstParkedAt += 1;
  }),
  slip("I5", "a deadline takes effect before the node's clock has it", isOf("woken"), (draft) => {
    draft.nodeNow = earliest(draft.before) - 1;
  }),
  slip("I5", "a deadline takes effect early", isOf("woken"), (draft) => {
    draft.entry.at = earliest(draft.before) - 1;
    draft.after.updatedAt = draft.entry.at;
    draft.after.state.updatedAt = draft.entry.at;
    for (const event of draft.entry.details.events) event.at = draft.entry.at;
  }),
  slip("I5", "another deadline took effect", isOf("woken"), (draft) => {
    const [event] = draft.entry.details.events;
    event.type = event.type === "total.timeout" ? "turn.timeout" : "total.timeout";
  }),
  slip("I5", "a wake-up did nothing", isOf("woken"), (draft) => (draft.entry.details.events = [])),
  slip(
    "I5",
    "a command came after a deadline that was due",
    (write, index) => index > 0 && !isOf("woken")(write),
    (draft) => {
      draft.before.state.deadlines.totalAt = draft.entry.at;
      draft.before.deadline = { at: draft.entry.at, kind: "total" };
    },
  ),
  slip("I5", "an instant that the node has not seen", isLater, (draft) => {
    draft.nodeNow = draft.before.updatedAt - 1;
    if (draft.entry.at === draft.before.updatedAt) draft.entry.at += 1;
  }),
  // I6: events.
  slip("I6", "an event is missing", always, (draft) => draft.outbox.pop()),
  slip("I6", "an event too many", always, (draft) =>
    draft.outbox.push({ ...draft.outbox[0], type: "turn:coerced" }),
  ),
  slip(
    "I6",
    "two events change places",
    ({ outbox }) => outbox.length > 1,
    (draft) => draft.outbox.reverse(),
  ),
  slip("I6", "an event of another version", always, (draft) => (draft.outbox[0].body.version += 1)),
  slip(
    "I6",
    "an event of another negotiation",
    always,
    (draft) => (draft.outbox[0].body.negotiationId += "x"),
  ),
  // I7.
  slip("I7", "the exclusive key changes", isLater, (draft) => (draft.after.exclusiveKey = "other")),
  slip(
    "I7",
    "the exclusive key is missing",
    (write, index) => index === 0 && stateOf(write.after).rules.oneActive !== "none",
    (draft) => {
      draft.after.exclusiveKey = null;
    },
  ),
  // I8.
  slip("I8", "other terms were accepted", made("accept"), (draft) => {
    draft.after.state.outcome.proposal.terms = { sneaked: "in" };
  }),
  slip("I8", "an older proposal was accepted", made("accept"), (draft) => {
    draft.after.state.outcome.proposal.id = "older";
  }),
  slip(
    "I8",
    "the acceptance is of another proposal",
    made("accept"),
    (draft) => (draft.entry.turn.proposalId = "older"),
  ),
  slip(
    "I8",
    "another proposal stood",
    made("accept"),
    (draft) => (draft.before.state.standing.terms = { other: 1 }),
  ),
  slip("I2", "what was offered is not what stands", made("propose", "counter"), (draft) => {
    draft.after.state.standing.terms = { sneaked: "in" };
  }),
  slip("I8", "the mover accepts its own proposal", made("accept"), (draft) => {
    const { turn } = draft.entry;
    const { initiator, responder } = draft.after.state;
    turn.partyId = turn.partyId === initiator.id ? responder.id : initiator.id;
  }),
  // I11: what the entry does not say cannot be replayed.
  slip(
    "I11",
    "the details of an entry are lost",
    ({ entry }, index) => index > 0 && entry.turn === null,
    (draft) => {
      draft.entry.details = null;
    },
  ),
  slip("I2", "the terms of a turn are others", made("propose", "counter"), (draft) => {
    draft.entry.turn.terms = { sneaked: "in" };
  }),
  slip("I11", "an asked question is another", isOf("consulted"), (draft) => {
    draft.entry.details.events[0].question += "!";
  }),
];

function earliest(row: ObservedWrite["after"]): number {
  const instants = Object.values(stateOf(row).deadlines).filter((at): at is number => at !== null);
  return Math.min(...instants);
}

function holderBefore({ before, entry }: ObservedWrite): boolean {
  const isFree = ((entry.turn ?? {}) as any).action === "withdraw";
  return before !== null && !isFree && stateOf(before).awaiting?.kind === "claimed";
}
