/**
 * The main job: a buyer and a seller negotiate a supply contract for an API in a room, printed turn by turn.
 *
 *   npm start                    they come to terms
 *   npm start -- --end reject    the same room ends by rejection
 *   npm start -- --end cap       ... by the cap on turns
 *   npm start -- --end timeout   ... by a turn deadline
 *   npm start -- --end withdraw  ... by withdrawal
 */
import { parseArgs } from "node:util";
import * as z from "zod";
import { type Agent, NegotiationService } from "../src/index.js";
import { closingTranscript, turnTranscript } from "../src/presets/index.js";

const INTERVALS = ["month", "quarter", "year"] as const;

const Contract = z.object({
  pricePerCallEur: z.number().positive(),
  callsPerMonth: z.number().int().positive(),
  billingInterval: z.enum(INTERVALS),
  minimumCommitmentMonths: z.number().int().nonnegative(),
  earlyTerminationFeeEur: z.number().nonnegative(),
});
type Contract = z.infer<typeof Contract>;
type Issue = keyof Contract;
type Side = "buyer" | "seller";

/**
 * The buyer likes `cheap` best and the seller `dear`. What an issue weighs for each (both columns add up to 1)
 * differs, so there is something to trade. Offers move in steps: nobody asks for 127,311 calls.
 */
const VALUES: Readonly<Record<Issue, Readonly<Record<"cheap" | "dear" | "step" | Side, number>>>> = {
  pricePerCallEur: { cheap: 0.003, dear: 0.006, step: 0.0001, buyer: 0.45, seller: 0.35 },
  callsPerMonth: { cheap: 100_000, dear: 500_000, step: 10_000, buyer: 0.1, seller: 0.3 },
  billingInterval: { cheap: 0, dear: 2, step: 1, buyer: 0.1, seller: 0.15 },
  minimumCommitmentMonths: { cheap: 0, dear: 24, step: 1, buyer: 0.25, seller: 0.15 },
  earlyTerminationFeeEur: { cheap: 0, dear: 1_000, step: 50, buyer: 0.1, seller: 0.05 },
};
const ISSUES = Object.keys(VALUES) as Issue[];

const MAX_TURNS = 10;
const TURN_MS = 1_500;
const TOTAL_MS = 20_000;

/** No offer below this utility is made or accepted, by either side. */
const RESERVATION = 0.4;

/** A stated rule of concession: the utility to aim at falls in a line, from 1 to the reservation on the last turn. */
function aim(turnNumber: number): number {
  return 1 - (1 - RESERVATION) * Math.min(1, turnNumber / MAX_TURNS);
}

/** A stated utility: how close each issue is to the side's best value, weighted and summed, in [0, 1]. */
function utility(terms: Contract, side: Side): number {
  return ISSUES.reduce((sum, issue) => sum + VALUES[issue][side] * closeness(terms, issue, side), 0);
}

/** 1 at the side's best value, 0 at the other side's. */
function closeness(terms: Contract, issue: Issue, side: Side): number {
  const { cheap, dear } = VALUES[issue];
  const value = issue === "billingInterval" ? INTERVALS.indexOf(terms[issue]) : terms[issue];
  return (side === "buyer" ? dear - value : value - cheap) / (dear - cheap);
}

/**
 * Terms worth the aim to oneself: gives way by the same utility on every issue, so that what weighs little
 * moves far and what weighs much moves little, but on none further than the other side asks.
 */
function offer(aimedAt: number, side: Side, asked: Contract | undefined): Contract {
  const most = (issue: Issue): number =>
    VALUES[issue][side] * (asked === undefined ? 1 : 1 - closeness(asked, issue, side));
  const terms: Record<string, number | string> = {};
  let toGive = 1 - aimedAt;
  [...ISSUES]
    .sort((one, other) => most(one) - most(other))
    .forEach((issue, index) => {
      const given = Math.min(most(issue), toGive / (ISSUES.length - index));
      toGive -= given;
      terms[issue] = valueAt(issue, given / VALUES[issue][side], side);
    });
  return Contract.parse(terms);
}

/** The value so far from one's best towards the other side's, rounded to a step in one's own favour. */
function valueAt(issue: Issue, part: number, side: Side): number | string {
  const { cheap, dear, step } = VALUES[issue];
  const moved = step * Math.floor(((dear - cheap) / step) * part + 1e-6);
  const value = Number((side === "buyer" ? cheap + moved : dear - moved).toFixed(4));
  return issue === "billingInterval" ? String(INTERVALS[value]) : value;
}

/** Accepts what is worth at least its aim, else makes an offer that is. The assessment is private to its side. */
function negotiator(side: Side): Agent<Contract> {
  return ({ standing, turnNumber }) => {
    const aimedAt = aim(turnNumber);
    const offered = standing === null ? 0 : utility(standing.terms, side);
    const assessment = { offered: Number(offered.toFixed(2)), aim: Number(aimedAt.toFixed(2)) };
    if (standing === null) return { action: "propose", terms: offer(aimedAt, side, undefined), assessment };
    if (offered >= aimedAt) return { action: "accept", assessment };
    return { action: "counter", terms: offer(aimedAt, side, standing.terms), assessment };
  };
}

/** The seller for each way to end; the room and the buyer stay the same. */
const SELLERS: Readonly<Record<string, Agent<Contract>>> = {
  agree: negotiator("seller"),
  cap: () => ({ action: "counter", terms: offer(1, "seller", undefined), reason: "This is our list price." }),
  reject: fromTurn4(() => ({ action: "reject", reason: "We are too far apart." })),
  withdraw: fromTurn4(() => ({ action: "withdraw", reason: "Our capacity was sold to somebody else." })),
  // Never answers; the signal says when nobody waits any more.
  timeout: fromTurn4(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  ),
};

function fromTurn4(then: Agent<Contract>): Agent<Contract> {
  const honest = negotiator("seller");
  return (call) => (call.turnNumber < 4 ? honest(call) : then(call));
}

async function main(seller: Agent<Contract>): Promise<void> {
  const room = new NegotiationService("api-market", {
    terms: Contract,
    rules: {
      actions: ["propose", "counter", "accept", "reject", "withdraw"],
      cap: { limit: MAX_TURNS },
      turnMs: TURN_MS,
      totalMs: TOTAL_MS,
    },
  });
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(`At most ${MAX_TURNS} turns, ${seconds(TURN_MS)} for each and ${seconds(TOTAL_MS)} in all.`);

  let previous: Contract | null = null;
  room.on("turn:recorded", ({ turn }) => {
    console.log(`\n${turnTranscript(turn, previous)}`);
    if (turn.round !== null) previous = turn.terms;
  });
  room.on("turn:awaited", ({ negotiation, partyId, turnsLeft, isFinalTurn, deadlineAt }) => {
    const turns = isFinalTurn ? `${turnsLeft}, time to decide` : turnsLeft;
    const ofTotal = (negotiation.deadlines.totalAt ?? deadlineAt) - Date.now();
    const left = `${seconds(deadlineAt - Date.now())}, ${seconds(ofTotal)} in all`;
    console.log(`  -> ${partyId} has the floor; turns left: ${turns}; time left: ${left}`);
  });
  room.on("negotiation:settled", (negotiation) => console.log(`\n${closingTranscript(negotiation)}`));

  const outcome = await room.negotiate({
    initiator: { id: "buyer", kind: "personal", agent: negotiator("buyer") },
    responder: { id: "seller", kind: "system", agent: seller },
  });
  if (outcome.status === "accepted") {
    const worth = (side: Side): string => `${side} ${utility(outcome.proposal.terms, side).toFixed(2)}`;
    console.log(`Utilities: ${worth("buyer")}, ${worth("seller")}.`);
  }
  await room.close();
}

try {
  const { end } = parseArgs({ options: { end: { type: "string", default: "agree" } } }).values;
  const seller = Object.hasOwn(SELLERS, end) ? SELLERS[end] : undefined;
  if (seller === undefined) {
    throw new TypeError(`Expected --end ${Object.keys(SELLERS).join(" | ")}, got ${end}.`);
  }
  await main(seller);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
