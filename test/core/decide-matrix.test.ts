/**
 * @module
 * The transition matrix as a full product for each preset. What is expected is written from the
 * tables of the specification, by hand, and knows nothing of the rules objects.
 */

import { describe, expect, it } from "vitest";
import type { Action, Negotiation, PartyKind, Seat, Status } from "../../src/core/record/index.js";
import type { PresetName } from "../../src/presets/registry/index.js";
import { answerOf, decideStep, EVERYTHING, type Setup, T0 } from "../kit/builders.js";
import { properMove, reachableRecords } from "./reachable.js";

const STATUSES: readonly Status[] = [
  "open",
  "proposed",
  "countered",
  "accepted",
  "rejected",
  "withdrawn",
  "expired",
  "stalled",
];
const LIVE: readonly Status[] = ["open", "proposed", "countered"];
const ACTIONS: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const SEATS: readonly Seat[] = ["initiator", "responder"];

/** What the page of a preset says of its actions. */
interface Page {
  readonly setup: Setup;
  readonly kinds: Readonly<Record<Seat, PartyKind>>;
  readonly mayQuestion: readonly PartyKind[];
  readonly mayWithdraw: boolean;
  readonly withdrawOffTurn: boolean;
  readonly repropose: "counter" | "refuse";
  /** Whether clock, cap or failure can end it as expired before anything is proposed. */
  readonly expiresOpen: boolean;
  /** Whether a rejection takes only the proposal off the table. */
  readonly rejectsAndGoesOn?: true;
}

function page(
  preset: PresetName,
  kinds: readonly [PartyKind, PartyKind],
  said: Omit<Page, "setup" | "kinds">,
): Page {
  return { setup: { preset, kinds }, kinds: { initiator: kinds[0], responder: kinds[1] }, ...said };
}

const ROOM = {
  mayQuestion: [],
  mayWithdraw: false,
  withdrawOffTurn: false,
  repropose: "counter",
  expiresOpen: true,
} as const;
const INDEX = {
  mayQuestion: ["personal"],
  mayWithdraw: true,
  withdrawOffTurn: false,
  repropose: "refuse",
  expiresOpen: false,
} as const;
const TRACK = {
  mayQuestion: [],
  mayWithdraw: true,
  withdrawOffTurn: true,
  repropose: "counter",
  expiresOpen: true,
} as const;

const PAGES: Record<string, Page> = {
  room: page("room", ["system", "system"], ROOM),
  "index, both system": page("index", ["system", "system"], INDEX),
  "index, personal candidate": page("index", ["system", "personal"], INDEX),
  "index, personal source": page("index", ["personal", "system"], INDEX),
  "index, both personal": page("index", ["personal", "personal"], INDEX),
  "index-2026-04, both system": page("index-2026-04", ["system", "system"], INDEX),
  "index-2026-04, both personal": page("index-2026-04", ["personal", "personal"], INDEX),
  oap: page("oap", ["system", "personal"], TRACK),
  bindu: page("bindu", ["personal", "system"], TRACK),
  "room with every action": {
    ...page("room", ["system", "system"], {
      ...ROOM,
      mayQuestion: ["system", "personal"],
      mayWithdraw: true,
    }),
    setup: { rules: EVERYTHING },
  },
};

/** The page with the rule that a rejection goes on. */
function goingOn({ setup, ...said }: Page): Page {
  // Far from any cap, since a rejection is the end on its last turn.
  const rules = { ...setup.rules, onReject: "continue", cap: { limit: 40 } } as const;
  return { ...said, rejectsAndGoesOn: true, setup: { ...setup, rules } };
}

for (const [name, said] of Object.entries(PAGES)) PAGES[`${name}, rejections go on`] = goingOn(said);

/** A cell of the product: a party of that seat in front of a record. */
interface Cell {
  readonly status: Status;
  readonly seat: Seat;
  readonly hasFloor: boolean;
  readonly standing: "none" | "own" | "other";
}

const CELLS: readonly Cell[] = STATUSES.flatMap((status) =>
  SEATS.flatMap((seat) =>
    [true, false].flatMap((hasFloor) =>
      (["none", "own", "other"] as const).map((standing) => ({ status, seat, hasFloor, standing })),
    ),
  ),
);

/** Section 3: the matrix; the status that follows or the code of the refusal. */
function expected(cell: Cell, action: Action, rules: Page): string {
  const { status, hasFloor, standing, seat } = cell;
  if (!LIVE.includes(status)) return "negotiation_over";
  if (!hasFloor) return action === "withdraw" && rules.withdrawOffTurn ? "withdrawn" : "not_your_turn";
  if (action === "question" && !rules.mayQuestion.includes(rules.kinds[seat])) return "action_not_allowed";
  if (action === "withdraw") return rules.mayWithdraw ? "withdrawn" : "action_not_allowed";
  if (status === "open") return action === "propose" ? "proposed" : "must_propose";
  switch (action) {
    case "propose":
      return rules.repropose === "counter" ? "countered" : "must_counter";
    case "counter":
      return "countered";
    case "accept":
      return standing === "other" ? "accepted" : "own_proposal";
    case "reject":
      return rules.rejectsAndGoesOn ? "open" : "rejected";
    case "question":
      return status;
  }
}

/** Which cells a history can lead to: only a question gives the floor back to who made the proposal. */
function isReachable({ status, seat, hasFloor, standing }: Cell, rules: Page): boolean {
  const opposite: Seat = seat === "initiator" ? "responder" : "initiator";
  const follows = hasFloor === (standing === "other");
  const asker = hasFloor ? opposite : seat;
  const wasAsked = rules.mayQuestion.includes(rules.kinds[asker]);
  switch (status) {
    case "open":
      return standing === "none" && (hasFloor === (seat === "initiator") || rules.rejectsAndGoesOn === true);
    case "proposed": {
      const opened = standing === (seat === "initiator" ? "own" : "other");
      // After a rejection either side may open anew.
      return standing !== "none" && (opened || rules.rejectsAndGoesOn === true) && (follows || wasAsked);
    }
    case "countered":
      return standing !== "none" && (follows || wasAsked);
    case "rejected":
      return !rules.rejectsAndGoesOn && !hasFloor && standing !== "none";
    case "accepted":
      return !hasFloor && standing !== "none";
    case "expired":
      return !hasFloor && (rules.expiresOpen || standing !== "none");
    default:
      return !hasFloor;
  }
}

function cellOf(record: Negotiation, seat: Seat): Cell {
  const { id } = record[seat];
  const standing = record.standing === null ? "none" : record.standing.partyId === id ? "own" : "other";
  return { status: record.status, seat, hasFloor: record.floor === id, standing };
}

function nameOf({ status, seat, hasFloor, standing }: Cell): string {
  return `${status}: ${seat}, ${hasFloor ? "floor" : "no floor"}, ${standing} standing`;
}

/** The first record of each cell that awaits an ordinary move, by name. */
function recordsOf(rules: Page): ReadonlyMap<string, Negotiation> {
  const found = new Map<string, Negotiation>();
  for (const record of reachableRecords(rules.setup, rules.rejectsAndGoesOn ? 5 : 4)) {
    if (record.awaiting !== null && record.awaiting.kind !== "move") continue;
    for (const seat of SEATS) {
      const name = nameOf(cellOf(record, seat));
      if (!found.has(name)) found.set(name, record);
    }
  }
  return found;
}

describe.each(Object.keys(PAGES))("EN-8: %s [EN-65]", (name) => {
  const rules = PAGES[name] as Page;
  const records = recordsOf(rules);

  it("exactly the cells that a history can lead to are reached", () => {
    const reachable = CELLS.filter((cell) => isReachable(cell, rules)).map(nameOf);
    expect([...records.keys()].sort()).toEqual(reachable.sort());
  });

  it.each(CELLS.filter((cell) => isReachable(cell, rules)).map((cell) => [nameOf(cell), cell] as const))(
    "%s",
    (cellName, cell) => {
      const record = records.get(cellName) as Negotiation;
      const partyId = record[cell.seat].id;
      const answers = ACTIONS.map((action) => {
        const decision = decideStep(record, properMove(record, partyId, action));
        return [action, decision.ok ? decision.negotiation.status : answerOf(decision)];
      });
      expect(Object.fromEntries(answers)).toEqual(
        Object.fromEntries(ACTIONS.map((action) => [action, expected(cell, action, rules)])),
      );
    },
  );
});

describe("EN-12", () => {
  it.each(["eve", "", "initiator", "ADA", "ada ", "__proto__"])(
    "a move of %j, who is no party, is refused in every state",
    (partyId) => {
      for (const record of reachableRecords({ rules: EVERYTHING }, 3)) {
        for (const action of ACTIONS) {
          const decision = decideStep(record, { action, by: partyId }, T0 + 10_000_000);
          expect(decision).toMatchObject({
            ok: false,
            refusal: {
              code: "not_a_party",
              negotiationId: "neg_1",
              version: null,
              legal: null,
              details: { partyId },
            },
          });
        }
      }
    },
  );
});
