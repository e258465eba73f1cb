/**
 * The main job: a buyer and a seller negotiate a supply contract for an API in a room, printed turn by turn.
 *
 *   npm start                    they come to terms
 *   npm start -- --end reject    the same room ends by rejection
 *   npm start -- --end cap       ... by the cap on turns
 *   npm start -- --end timeout   ... by a turn deadline
 *   npm start -- --end withdraw  ... by withdrawal
 */
import * as z from "zod";
import { type Agent, type Negotiation, NegotiationService, transcript, turnTranscript } from "../src/index.js";

const Contract = z.object({
  pricePerCallEur: z.number().positive(),
  callsPerMonth: z.number().int().positive(),
  billingInterval: z.enum(["month", "quarter", "year"]),
  minimumCommitmentMonths: z.number().int().nonnegative(),
  earlyTerminationFeeEur: z.number().nonnegative(),
});
type Contract = z.infer<typeof Contract>;

/**
 * A stated utility: the weighted sum of how close each issue is to the side's own best value, in [0, 1].
 * Both sides use the same ranges; what is best for one is worst for the other, but the weights differ,
 * so that there is something to trade.
 */
interface Preferences {
  readonly weights: Readonly<Record<keyof Contract, number>>;
  readonly best: Contract;
  readonly worst: Contract;
  /** Nothing below this is proposed or accepted. */
  readonly reservation: number;
  /** How fast it concedes: its aspiration is 1 - (1 - reservation) * (turn / 10) ** (1 / speed). */
  readonly speed: number;
}

const CHEAP: Contract = {
  pricePerCallEur: 0.003,
  callsPerMonth: 100_000,
  billingInterval: "month",
  minimumCommitmentMonths: 0,
  earlyTerminationFeeEur: 0,
};
const DEAR: Contract = {
  pricePerCallEur: 0.006,
  callsPerMonth: 500_000,
  billingInterval: "year",
  minimumCommitmentMonths: 24,
  earlyTerminationFeeEur: 1_000,
};

const BUYER: Preferences = {
  weights: {
    pricePerCallEur: 0.5,
    callsPerMonth: 0.1,
    billingInterval: 0.05,
    minimumCommitmentMonths: 0.25,
    earlyTerminationFeeEur: 0.1,
  },
  best: CHEAP,
  worst: DEAR,
  reservation: 0.45,
  speed: 1,
};
const SELLER: Preferences = {
  weights: {
    pricePerCallEur: 0.35,
    callsPerMonth: 0.3,
    billingInterval: 0.15,
    minimumCommitmentMonths: 0.15,
    earlyTerminationFeeEur: 0.05,
  },
  best: DEAR,
  worst: CHEAP,
  reservation: 0.35,
  speed: 1.5,
};

const INTERVALS = ["month", "quarter", "year"] as const;

function share(issue: keyof Contract, terms: Contract, { best, worst }: Preferences): number {
  if (issue === "billingInterval") {
    const at = (contract: Contract): number => INTERVALS.indexOf(contract.billingInterval);
    return (at(terms) - at(worst)) / (at(best) - at(worst));
  }
  return (terms[issue] - worst[issue]) / (best[issue] - worst[issue]);
}

function utility(terms: Contract, preferences: Preferences): number {
  return ISSUES.reduce((sum, issue) => sum + preferences.weights[issue] * share(issue, terms, preferences), 0);
}

const ISSUES = Object.keys(CHEAP) as (keyof Contract)[];

/** The utility that a side aims at on a turn: its stated rule of concession. */
function aspiration(turn: number, { reservation, speed }: Preferences): number {
  return 1 - (1 - reservation) * Math.min(1, turn / 10) ** (1 / speed);
}

/** Gives way on the issues that weigh least for oneself first, until the aspiration is met. */
function offer(aim: number, preferences: Preferences): Contract {
  const terms: Contract = { ...preferences.best };
  let toGive = 1 - aim;
  for (const issue of [...ISSUES].sort((one, other) => preferences.weights[one] - preferences.weights[other])) {
    const part = Math.min(1, toGive / preferences.weights[issue]);
    if (part <= 0) break;
    give(terms, issue, part, preferences);
    toGive -= preferences.weights[issue] * part;
  }
  return terms;
}

function give(terms: Contract, issue: keyof Contract, part: number, { best, worst }: Preferences): void {
  if (issue === "billingInterval") {
    const from = INTERVALS.indexOf(best.billingInterval);
    const to = INTERVALS.indexOf(worst.billingInterval);
    terms.billingInterval = INTERVALS[Math.round(from + (to - from) * part)] ?? best.billingInterval;
  } else {
    const value = best[issue] + (worst[issue] - best[issue]) * part;
    terms[issue] = issue === "pricePerCallEur" ? Number(value.toFixed(4)) : Math.round(value);
  }
}

/** Accepts what is at least as good as its own next offer would be, else makes that offer. */
function negotiator(preferences: Preferences): Agent<Contract> {
  return ({ standing, turnNumber }) => {
    const aim = aspiration(turnNumber, preferences);
    if (standing !== null && utility(standing.terms, preferences) >= aim) return { action: "accept" };
    const reason = `I aim at a utility of ${aim.toFixed(2)} on turn ${turnNumber}.`;
    return { action: standing === null ? "propose" : "counter", terms: offer(aim, preferences), reason };
  };
}

const ENDINGS = ["agree", "reject", "cap", "timeout", "withdraw"] as const;
type Ending = (typeof ENDINGS)[number];

/** How the seller behaves for each ending; the room and the buyer stay the same. */
function sellerFor(ending: Ending): Agent<Contract> {
  const honest = negotiator(SELLER);
  if (ending === "agree") return honest;
  return (call) => {
    if (ending === "cap") return { action: "counter", terms: SELLER.best, reason: "This is our list price." };
    if (call.turnNumber < 4) return honest(call);
    switch (ending) {
      case "reject":
        return { action: "reject", reason: "We are too far apart." };
      case "withdraw":
        return { action: "withdraw", reason: "Our capacity was sold to somebody else." };
      default:
        // Never answers; the signal tells it when nobody waits any more.
        return new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason)));
    }
  };
}

const ending = (process.argv[process.argv.indexOf("--end") + 1] ?? "agree") as Ending;
const chosen: Ending = process.argv.includes("--end") ? ending : "agree";
if (!ENDINGS.includes(chosen)) {
  console.error(`Expected --end ${ENDINGS.join(" | ")}, got ${chosen}.`);
  process.exit(1);
}

const room = new NegotiationService<Contract>("api-market", {
  terms: Contract,
  rules: {
    actions: ["propose", "counter", "accept", "reject", "withdraw"],
    cap: { limit: 10 },
    turnMs: 1_500,
    totalMs: 20_000,
  },
});

let previous: Contract | null = null;
room.on("turn:recorded", ({ turn }) => {
  console.log(turnTranscript(turn, previous));
  if (turn.round !== null) previous = turn.terms;
});
room.on("turn:awaited", ({ partyId, turnsLeft, deadlineAt }) => {
  const seconds = ((deadlineAt - Date.now()) / 1000).toFixed(1);
  console.log(`     floor: ${partyId}, turns left: ${turnsLeft ?? "unlimited"}, time left: ${seconds} s\n`);
});

let last: Negotiation<Contract> | undefined;
room.on("negotiation:settled", (negotiation) => {
  last = negotiation;
});

await room.negotiate({
  initiator: { id: "buyer", kind: "personal", agent: negotiator(BUYER) },
  responder: { id: "seller", kind: "system", agent: sellerFor(chosen) },
});
if (last !== undefined) {
  console.log(`\n${transcript(last, { format: "text" }).split("\n\n").at(-1)}`);
  if (last.outcome?.status === "accepted") {
    const { terms } = last.outcome.proposal;
    console.log(`Utilities: buyer ${utility(terms, BUYER).toFixed(2)}, seller ${utility(terms, SELLER).toFixed(2)}.`);
  }
}
await room.close();
