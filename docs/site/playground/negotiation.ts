/**
 * @module
 * A negotiation of the playground: a room in the page, with strategies of the library and the visitor's agent in a worker.
 */

import { type Agent, isFinal, type Negotiation, NegotiationService } from "concordat";
import { channelAgent } from "concordat/channel";
import { type IssueTerms, type OutcomeSpace, outcomeSpace, type Scenario } from "concordat/preferences";
import { composeAgent, namedStrategies } from "concordat/strategies";
import type { PathStep } from "../../../src/bridges/inspector/page/chart-picture.js";
import type { AgentSetup } from "./agent-worker.js";
import AgentWorker from "./agent-worker.js?worker&inline";
import { OWN, PACES, type Settings } from "./settings.js";

/** A negotiation that runs. */
export interface Running {
  /** Ends it, as a host does. */
  readonly stop: () => void;
}

/** What became of it so far. */
export interface Shown {
  readonly negotiation: Negotiation<IssueTerms>;
  /** The states that its turns, and its end, have led to. */
  readonly path: readonly PathStep[];
  /** What was wrong with a visitor's agent, in words. */
  readonly trouble: string | null;
}

/** Ms that a visitor's agent has for a move; then its worker is ended. Chosen: long for a sum, short for who waits. */
export const AGENT_MS = 2_000;

/** Begins a negotiation over that scenario, and tells of each change until it is over. */
export function startNegotiation(
  settings: Settings,
  scenario: Scenario,
  tell: (shown: Shown) => void,
): Running {
  const { limit, deadline } = settings;
  const pace = PACES[settings.pace] ?? 0;
  const space = outcomeSpace(scenario.issues);
  const totalMs = deadline === "seconds" ? limit * 1_000 : 3_600_000;
  const room = new NegotiationService<IssueTerms>("playground", {
    terms: termsOf(space),
    rules: {
      actions: ["propose", "counter", "accept", "reject", "withdraw"],
      cap: deadline === "turns" ? { limit, mode: "reach" } : { limit: "unlimited" },
      turnMs: Math.min(30_000, totalMs),
      totalMs,
      agentTimeoutMs: pace + AGENT_MS,
      agentAttempts: 1,
    },
  });
  const workers: { readonly end: () => void }[] = [];
  const partyAt = ({ name, preferences }: Scenario["parties"][number], index: 0 | 1) => {
    const strategy = namedStrategies[settings.seats[index]];
    const seed = settings.seed + index;
    const limits = deadline === "turns" ? { turnLimit: limit } : { totalMs };
    if (settings.seats[index] !== OWN && strategy !== undefined) {
      const agent = composeAgent({ space, preferences, strategy: strategy(), seed, ...limits });
      return { id: name, kind: "system", agent: paced(agent, pace) } as const;
    }
    const own = ownAgent({ issues: scenario.issues, preferences, text: settings.agent });
    workers.push(own);
    return { id: name, kind: "system", agent: paced(own.agent, pace) } as const;
  };

  let id: string | null = null;
  let trouble: string | null = null;
  let path: readonly PathStep[] = [];
  const step = ({ turns, status }: Negotiation<IssueTerms>, event: string): void => {
    path = [...path, { version: turns.length, status, event }];
  };
  const show = ({ negotiation }: { readonly negotiation: Negotiation<IssueTerms> }): void => {
    // Nothing is left to cancel of one that is over, and its room is closed.
    id = isFinal(negotiation) ? null : negotiation.id;
    tell({ negotiation, path, trouble });
  };
  room.on("turn:awaited", show);
  room.on("turn:recorded", ({ negotiation, turn }) => {
    step(negotiation, turn.action);
    show({ negotiation });
  });
  room.on("turn:failed", ({ negotiation, failure: { partyId, code, error, issues = [] } }) => {
    const faults = code === "threw" ? [] : issues.map(({ message }) => message);
    trouble =
      code === "timeout"
        ? `The agent of ${partyId} gave no answer within ${AGENT_MS / 1_000} seconds and was ended. Has it a loop without an end?`
        : `The agent of ${partyId} failed (${code}): ${[error, ...faults].join(" ")}`;
    show({ negotiation });
  });
  room.on("negotiation:settled", (negotiation) => {
    const { turns, outcome } = negotiation;
    if (outcome !== null && outcome.reason !== turns.at(-1)?.action) step(negotiation, outcome.reason);
    show({ negotiation });
  });
  const [first, second] = scenario.parties;
  if (first === undefined || second === undefined) throw new TypeError("Expected a scenario of two parties.");
  const ended = room.negotiate({ initiator: partyAt(first, 0), responder: partyAt(second, 1) });
  void ended.finally(() => {
    for (const { end } of workers) end();
    return room.close();
  });
  return {
    stop: () => {
      if (id !== null) void room.cancel(id);
    },
  };
}

/** Terms are a deal of the scenario. */
function termsOf(space: OutcomeSpace) {
  const refused = {
    issues: [{ message: "Expected a value for each issue of the scenario, and nothing else." }],
  };
  const validate = (value: unknown) => (space.indexOf(value) === -1 ? refused : { value });
  return { "~standard": { version: 1, vendor: "playground", validate } } as const;
}

/** A negotiation that nobody can follow is nothing to watch. */
function paced(agent: Agent<IssueTerms>, ms: number): Agent<IssueTerms> {
  return async (call) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      call.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return agent(call);
  };
}

function ownAgent(setup: AgentSetup): { readonly agent: Agent<IssueTerms>; readonly end: () => void } {
  const worker = new AgentWorker();
  worker.postMessage(setup);
  const far = channelAgent<IssueTerms>({
    send: (text) => worker.postMessage(text),
    onMessage: (listener) => worker.addEventListener("message", ({ data }) => listener(data)),
  });
  return {
    agent: far.agent,
    end: () => {
      far.close();
      worker.terminate();
    },
  };
}
