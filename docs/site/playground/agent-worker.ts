/**
 * @module
 * The worker in which a visitor's agent runs: the far end of a channel whose near end is the room in the page. It gets
 * the text first, and then is asked for moves.
 */

import type { Agent, AgentCall } from "concordat";
import { serveAgent } from "concordat/channel";
import {
  type IssueTerms,
  outcomeSpace,
  reservationOf,
  type Scenario,
  utilityOf,
} from "concordat/preferences";

/** The first message. */
export interface AgentSetup {
  readonly issues: Scenario["issues"];
  readonly preferences: Scenario["parties"][number]["preferences"];
  readonly text: string;
}

/** What an agent's text exports: called with its turn, and with what deals are worth to it. */
type OwnAgent = (call: AgentCall<IssueTerms>, own: OwnWorth) => ReturnType<Agent<IssueTerms>>;

interface OwnWorth {
  readonly worth: (terms: IssueTerms) => number;
  readonly reservation: number;
  /** All, the best first. */
  readonly deals: readonly { readonly terms: IssueTerms; readonly worth: number }[];
}

addEventListener("message", ({ data }: MessageEvent<AgentSetup>) => serve(data), { once: true });

function serve({ issues, preferences, text }: AgentSetup): void {
  const own = worthOf(issues, preferences);
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const loading: Promise<{ default?: OwnAgent }> = import(/* @vite-ignore */ url);
  // Whoever asks for a move is told.
  loading.catch(() => {});
  // Taken from the agent, which runs later: it could flood the page faster than the page can end it.
  const send = postMessage.bind(globalThis);
  for (let holder: object | null = globalThis; holder !== null; holder = Reflect.getPrototypeOf(holder))
    Reflect.deleteProperty(holder, "postMessage");
  serveAgent<IssueTerms>(
    async (call) => {
      const { default: agent } = await loading;
      if (typeof agent !== "function")
        throw new TypeError(
          "Expected the text to export a function, got none. Begin with: export default (call, own) =>",
        );
      return agent(call, own);
    },
    {
      send: (message) => send(message),
      onMessage: (listener) => addEventListener("message", ({ data }) => listener(data)),
    },
  );
}

function worthOf(issues: AgentSetup["issues"], preferences: AgentSetup["preferences"]): OwnWorth {
  const space = outcomeSpace(issues);
  const worth = utilityOf(preferences, space);
  const all = Array.from({ length: space.cardinality }, (_, index) => space.termsAt(index));
  const deals = all
    .map((terms) => ({ terms, worth: worth(terms) }))
    .sort((one, other) => other.worth - one.worth);
  return { worth, deals, reservation: reservationOf(preferences) ?? Number.NEGATIVE_INFINITY };
}
