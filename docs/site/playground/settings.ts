/**
 * @module
 * What a visitor has chosen, and the same as the part of an address behind `#`. What comes from an address is foreign:
 * what is unknown in it is left out, and an agent's text is kept as text.
 */

/** What a negotiation of the playground is made of. */
export interface Settings {
  /** A name of `scenarioNames`. */
  readonly scenario: string;
  /** For each seat a name of a strategy, or `OWN`. */
  readonly seats: readonly [string, string];
  /** How many turns there are, or seconds. */
  readonly limit: number;
  readonly deadline: Deadline;
  readonly seed: number;
  /** A name of `PACES`. */
  readonly pace: string;
  /** A module of JavaScript, for the seats of `OWN`. */
  readonly agent: string;
}

/** What ends a negotiation without a deal. */
export type Deadline = "turns" | "seconds";

/** Who has a seat for which the agent in the text box plays. */
export const OWN = "your agent";

/** Ms before each move. */
export const PACES: Readonly<Record<string, number>> = { slow: 1_000, steady: 300, fast: 60 };

/** The most that `limit` and `seed` may be. */
export const MOST = 200;

/** Chosen, in characters: servers and chats cut addresses that are longer than a few thousand. */
export const LONGEST_AGENT = 8_000;

/** What is shown to whoever comes without an address of somebody else. */
export const FIRST: Settings = {
  scenario: "game-trade",
  seats: ["boulware", "conceder"],
  limit: 24,
  deadline: "turns",
  seed: 7,
  pace: "steady",
  agent: `// Called at each of its turns: \`call\` says what stands and what it may do,
// \`own\` what deals are worth to it (\`deals\`, the best first).
export default (call, own) => {
  const { worth: best } = own.deals[0];
  const least = Math.max(own.reservation, best - 0.03 * call.turnNumber);
  if (call.standing !== null && own.worth(call.standing.terms) >= least) {
    return { action: "accept" };
  }
  const { terms } = own.deals.findLast(({ worth }) => worth >= least);
  return { action: "counter", terms, message: "My price falls by the turn." };
};
`,
};

/** The part of an address that says the same. */
export function hashOf(settings: Settings): string {
  const { scenario, seats, limit, deadline, seed, pace, agent } = settings;
  const [initiator, responder] = seats;
  const words = {
    scenario,
    initiator,
    responder,
    limit: `${limit}`,
    deadline,
    seed: `${seed}`,
    pace,
  };
  return `#${new URLSearchParams(seats.includes(OWN) ? { ...words, agent } : words)}`;
}

/**
 * What an address says, and `FIRST` where it says nothing that can be chosen here.
 *
 * @param known - the names of the scenarios and of the strategies
 */
export function settingsOf(
  hash: string,
  known: { readonly scenarios: readonly string[]; readonly strategies: readonly string[] },
): Settings {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const oneOf = (key: string, names: readonly string[], otherwise: string): string => {
    const name = said.get(key);
    return name !== null && names.includes(name) ? name : otherwise;
  };
  const integer = (key: string, least: number, most: number, otherwise: number): number => {
    const value = Number(said.get(key) ?? Number.NaN);
    return Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
  };
  const seats = [...known.strategies, OWN];
  const agent = said.get("agent");
  return {
    scenario: oneOf("scenario", known.scenarios, FIRST.scenario),
    seats: [oneOf("initiator", seats, FIRST.seats[0]), oneOf("responder", seats, FIRST.seats[1])],
    limit: integer("limit", 2, MOST, FIRST.limit),
    deadline: oneOf("deadline", ["turns", "seconds"], FIRST.deadline) as Deadline,
    seed: integer("seed", 0, MOST, FIRST.seed),
    pace: oneOf("pace", Object.keys(PACES), FIRST.pace),
    agent: agent !== null && agent.length <= LONGEST_AGENT ? agent : FIRST.agent,
  };
}
