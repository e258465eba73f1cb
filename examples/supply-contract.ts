/**
 * What stands behind `npm start -- --full`: a consumer and a provider negotiate a supply contract for an API, each by
 * a strategy of the library, printed turn by turn. Then a picture of how it went: here, and in negotiation.svg.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { type Agent, NegotiationService } from "concordat";
import { analysisOf } from "concordat/analysis";
import { type IssueTerms, outcomeSpace, parseScenario, utilityOf } from "concordat/preferences";
import { closingTranscript, turnTranscript } from "concordat/presets";
import { utilityPlaneSvg, utilityPlaneText } from "concordat/report";
import { composeAgent, conceder, linear, type Strategy, tough } from "concordat/strategies";
import { traceOf } from "concordat/tournament";

const scenario = parseScenario(readFileSync(new URL("scenarios/api-supply.json", import.meta.url), "utf8"));
const space = outcomeSpace(scenario.issues);

const TURN_LIMIT = 24;
const TURN_MS = 1_500;
const TOTAL_MS = 20_000;
const PICTURE = "negotiation.svg";

/** Knows the preferences of its own party only. */
function negotiator(party: "consumer" | "provider", strategy: Strategy): Agent<IssueTerms> {
  const own = scenario.parties.find(({ name }) => name === party);
  if (own === undefined) throw new Error(`Expected the scenario to have a ${party}.`);
  return composeAgent({ space, preferences: own.preferences, strategy, seed: 1, turnLimit: TURN_LIMIT });
}

/** The provider for each way to end; the room and the consumer stay the same. */
const PROVIDERS: Readonly<Record<string, Agent<IssueTerms>>> = {
  agree: negotiator("provider", conceder()),
  cap: negotiator("provider", tough()),
  reject: fromTurn4(() => ({ action: "reject", reason: "We are too far apart." })),
  withdraw: fromTurn4(() => ({ action: "withdraw", reason: "Our capacity was sold to somebody else." })),
  // Never answers; the signal says when nobody waits any more.
  timeout: fromTurn4(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  ),
};

function fromTurn4(then: Agent<IssueTerms>): Agent<IssueTerms> {
  const honest = negotiator("provider", conceder());
  return (call) => (call.turnNumber < 4 ? honest(call) : then(call));
}

/** What terms are worth to each party. */
function worth(terms: IssueTerms): readonly number[] {
  return scenario.parties.map(({ preferences }) => utilityOf(preferences, space)(terms));
}

function worthText(terms: IssueTerms): string {
  const utilities = worth(terms);
  return scenario.parties.map(({ name }, index) => `${name} ${utilities[index]?.toFixed(2)}`).join(", ");
}

/** Plays it to one of the ends: agree, cap, reject, withdraw or timeout. */
export async function supplyContract(end: string): Promise<void> {
  const provider = PROVIDERS[end];
  if (provider === undefined)
    throw new TypeError(`Expected an end of ${Object.keys(PROVIDERS)}, got ${end}.`);
  const room = new NegotiationService<IssueTerms>("api-market", {
    rules: {
      actions: ["propose", "counter", "accept", "reject", "withdraw"],
      // The last turn is recorded, and then it is over.
      cap: { limit: TURN_LIMIT, mode: "reach" },
      turnMs: TURN_MS,
      totalMs: TOTAL_MS,
    },
  });
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(`At most ${TURN_LIMIT} turns, ${seconds(TURN_MS)} for each and ${seconds(TOTAL_MS)} in all.`);

  let previous: IssueTerms | null = null;
  room.on("turn:recorded", ({ turn }) => {
    console.log(`\n${turnTranscript(turn, previous)}`);
    if (turn.round === null || turn.terms === null) return;
    console.log(`     worth: ${worthText(turn.terms)}`);
    previous = turn.terms;
  });
  room.on("turn:awaited", ({ negotiation, partyId, turnsLeft, isFinalTurn, deadlineAt }) => {
    const turns = isFinalTurn ? `${turnsLeft}, time to decide` : turnsLeft;
    const ofTotal = (negotiation.deadlines.totalAt ?? deadlineAt) - Date.now();
    const left = `${seconds(deadlineAt - Date.now())}, ${seconds(ofTotal)} in all`;
    console.log(`  -> ${partyId} has the floor; turns left: ${turns}; time left: ${left}`);
  });
  room.on("negotiation:settled", (negotiation) => {
    console.log(`\n${closingTranscript(negotiation)}`);
    if (negotiation.outcome?.status === "accepted")
      console.log(`Utilities: ${worthText(negotiation.outcome.proposal.terms)}.`);
    const trace = traceOf(negotiation, scenario, { turnLimit: TURN_LIMIT });
    const shown = { scenario, trace, analysis: analysisOf(scenario) };
    console.log(`\n${utilityPlaneText(shown)}`);
    writeFileSync(PICTURE, utilityPlaneSvg(shown));
    console.log(`\nThe same as a picture: ${PICTURE}.`);
  });

  await room.negotiate({
    initiator: { id: "consumer", kind: "personal", agent: negotiator("consumer", linear()) },
    responder: { id: "provider", kind: "system", agent: provider },
  });
  await room.close();
}
