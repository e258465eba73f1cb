import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentFault, AgentFaultError, CheckAgentOptions } from "../../../src/fuzz/agents/index.js";
import { checkAgent, findAgentFault } from "../../../src/fuzz/agents/index.js";
import type { Agent, AgentCall, Clock } from "../../../src/ports/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { isDeepFrozen } from "../../kit/deep-frozen.js";

interface Terms {
  readonly price: number;
}

/** Every wait is over on the next turn of the event loop, so that nothing waits in real time. */
const hasty: Clock = {
  now: () => 0,
  setTimeout: (callback) => setImmediate(callback),
  clearTimeout: (handle) => clearImmediate(handle as NodeJS.Immediate),
};

const options: CheckAgentOptions<Terms> = {
  terms: fc.record({ price: fc.nat(100) }),
  seed: 42,
  clock: hasty,
};

/** Buys at 50 or less, offers 40. */
const buyer: Agent<Terms> = ({ standing, legalActions }) => {
  if (standing === null) return { action: "propose", terms: { price: 40 } };
  if (standing.terms.price <= 50 && legalActions.includes("accept")) return { action: "accept" };
  if (legalActions.includes("counter")) return { action: "counter", terms: { price: 40 } };
  return { action: "reject", reason: "Too dear." };
};

const propose = { action: "propose", terms: { price: 40 } } as const;

/** Answers the frozen one of two equal calls with the first, and the other with the second. */
function answering(first: unknown, second: unknown): Agent<Terms> {
  return (call) => {
    const answer = Object.isFrozen(call) ? first : second;
    if (answer instanceof Error) throw answer;
    return answer as never;
  };
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

async function faultOf(
  agent: Agent<Terms>,
  more: Partial<CheckAgentOptions<Terms>> = {},
): Promise<AgentFault<Terms>> {
  const fault = await findAgentFault<Terms>(agent, { ...options, ...more });
  if (fault === null) throw new Error("Expected a fault, found none.");
  return fault;
}

function actionsOf({ negotiation }: AgentFault<Terms>): readonly string[] {
  return negotiation.turns.map(({ seat, action }) => `${seat} ${action}`);
}

/** The calls that an honest agent is asked with. */
async function callsOf(
  more: Partial<CheckAgentOptions<Terms>> = {},
  answer: Agent<Terms> = buyer,
): Promise<readonly AgentCall<Terms>[]> {
  const calls: AgentCall<Terms>[] = [];
  const agent: Agent<Terms> = (call) => {
    calls.push(call);
    return answer(call);
  };
  await checkAgent(agent, { ...options, ...more });
  return calls;
}

describe("what an agent is asked", () => {
  it("is what a room would ask it, of two equal calls one frozen and one not", async () => {
    const context = { wish: { price: 40 } };
    const [frozen, loose] = await callsOf({ seat: "responder", context });
    const { signal: _, ...call } = frozen!;
    expect({ ...loose, signal: null }).toEqual({ ...call, signal: null });
    expect([
      Object.values(call).every(isDeepFrozen),
      Object.isFrozen(frozen),
      Object.isFrozen(loose),
    ]).toEqual([true, true, false]);
    expect(call).toMatchObject({
      party: { id: "agent" },
      seat: "responder",
      other: { id: "opponent" },
      turnNumber: 2,
      turnsLeft: 4,
      isFinalTurn: false,
      legalActions: ["propose", "counter", "accept", "reject"],
      context,
      deadlocked: false,
      attempt: 1,
      lastError: null,
      repeated: null,
      consult: null,
    });
    expect(call.turns[0]).not.toHaveProperty("commandId");
  });

  it("comes from opponents of both seats and kinds that counter, mirror, ask, repeat themselves and wait", async () => {
    const actions = ["propose", "counter", "accept", "reject", "question"] as const;
    const calls = await callsOf({ rules: { actions }, runs: 300 });
    expect(new Set(calls.map(({ seat, party, other }) => `${seat} ${party.kind} ${other.kind}`)).size).toBe(
      8,
    );
    const theirs = calls.map(({ turns, party }) => turns.filter(({ partyId }) => partyId !== party.id));
    const said = theirs.flat();
    expect(new Set(said.map(({ action }) => action))).toEqual(new Set(["propose", "counter", "question"]));
    expect(said.some(({ terms }) => terms?.price === 40)).toBe(true);
    expect(said.every(({ action, message }) => action !== "question" || message !== null)).toBe(true);
    const prices = theirs
      .filter(({ length }) => length > 2)
      .map((turns) => turns.map(({ terms }) => terms?.price));
    expect(new Set(prices.map((list) => new Set(list).size === 1))).toEqual(new Set([true, false]));
    expect(
      new Set(calls.map(({ turns: [first, second] }) => first && second && second.at > first.at)),
    ).toContain(true);
    expect(calls.every(({ turns, deadlineAt }) => (turns.at(-1)?.at ?? 0) < deadlineAt)).toBe(true);
  });

  it("says nothing twice where the rules guard against that", async () => {
    const calls = await callsOf({ rules: { repetition: "guard" } });
    const said = calls.flatMap(({ turns }) => new Set(turns.flatMap(({ message }) => message ?? [])).size);
    expect(Math.max(...said)).toBeGreaterThan(2);
  });

  it("comes again after a consult, with the principal's answer or without", async () => {
    const asking: Agent<Terms> = (call) =>
      call.standing !== null && call.consult === null && call.turnNumber <= 2
        ? { consult: "Shall I?" }
        : buyer(call);
    const calls = await callsOf({ rules: { consult: { windowMs: 1_000 } } }, asking);
    const answers = calls.flatMap(({ consult }) => (consult === null ? [] : [consult.answer]));
    expect(new Set(answers)).toEqual(new Set(["Go ahead.", null]));
  });

  it("ends where the opponent could only decide", async () => {
    const calls = await callsOf({ rules: { cap: { limit: 3 } }, seat: "initiator" });
    expect(Math.max(...calls.map(({ turnNumber }) => turnNumber))).toBe(3);
  });

  it("comes to a new agent of a factory, which is called once without being asked for one", async () => {
    const given: unknown[][] = [];
    const make = (...parameters: unknown[]): Agent<Terms> => {
      given.push(parameters);
      return buyer;
    };
    await checkAgent(make as () => Agent<Terms>, { ...options, runs: 3, seat: "initiator" });
    expect(given.map(({ length }) => length)).toEqual([1, ...given.slice(1).map(() => 0)]);
    expect(given.length).toBeGreaterThanOrEqual(4);
    let count = 0;
    const fickle = (): Agent<Terms> => (count++ === 0 ? buyer : (5 as never));
    expect((await faultOf(fickle as never)).kind).toBe("threw");
  });
});

describe("an honest agent passes", () => {
  it("when it answers at once", async () => {
    await checkAgent(buyer, options);
  });

  it("when it answers later", async () => {
    await checkAgent(async (call) => buyer(call), options);
    await checkAgent(async (call) => buyer(call), { ...options, clock: undefined, runs: 20 });
  });

  it("when it waits on the clock that it is checked with, and settles when its signal aborts", async () => {
    const clock = new ManualClock();
    const slow: Agent<Terms> = (call) =>
      new Promise((resolve, reject) => {
        const timer = clock.setTimeout(() => resolve(buyer(call) as never), 800);
        call.signal.addEventListener("abort", () => {
          clock.clearTimeout(timer);
          reject(call.signal.reason);
        });
      });
    await checkAgent(slow, { ...options, clock, runs: 50 });
    expect(clock.pendingCount).toBe(0);
  });

  it("when it keeps a memory and is handed in as a function that makes it", async () => {
    const makeConceder = (): Agent<Terms> => {
      let price = 30;
      return ({ standing, legalActions }) => {
        price += 5;
        if (standing === null) return { action: "propose", terms: { price } };
        if (legalActions.includes("counter")) return { action: "counter", terms: { price } };
        return { action: "accept" };
      };
    };
    await checkAgent(makeConceder, options);
    expect((await faultOf(makeConceder())).kind).toBe("varied_answer");
  });

  it("when it answers differently and says so", async () => {
    let count = 0;
    const whimsical: Agent<Terms> = (call) =>
      ({ ...(buyer(call) as object), message: `${++count}` }) as never;
    await checkAgent(whimsical, { ...options, mayVary: true });
  });

  it("when it declines to open, or declines everything", async () => {
    await checkAgent(() => ({ action: "reject" }), options);
    const decliner: Agent<Terms> = ({ standing }) => ({ action: standing === null ? "withdraw" : "reject" });
    await checkAgent(decliner, options);
  });

  it("under every preset", async () => {
    const negotiator: Agent<Terms> = ({ standing, legalActions, turnNumber }) => {
      const message = `On turn ${turnNumber}.`;
      if (standing === null) return { action: "propose", message, terms: { price: 40 } };
      if (legalActions.includes("counter")) return { action: "counter", message, terms: { price: 40 } };
      return { action: "reject", message };
    };
    for (const preset of ["room", "oap", "bindu"] as const) {
      await checkAgent(negotiator, { ...options, rules: { preset } });
    }
    const wordy: Agent<undefined> = ({ standing, legalActions, turnNumber }) => {
      const message = `On turn ${turnNumber}.`;
      const assessment = { reasoning: "Fits.", suggestedRoles: { ownUser: "peer", otherUser: "peer" } };
      if (standing === null) return { action: "propose", message, assessment };
      return { action: legalActions.includes("question") ? "question" : "reject", message, assessment };
    };
    for (const preset of ["index", "index-2026-04"] as const) {
      await checkAgent(wordy, { terms: fc.constant(undefined), seed: 42, rules: { preset } });
    }
  });

  it("when it consults its principal within its ration", async () => {
    const careful: Agent<Terms> = (call) =>
      call.standing !== null && call.consult === null && call.turnNumber <= 2 && !call.isFinalTurn
        ? { consult: "Shall I?" }
        : buyer(call);
    await checkAgent(careful, { ...options, rules: { consult: {} } });
    expect((await faultOf(careful)).code).toBe("consult_unavailable");
  });
});

describe("a faulty agent is caught", () => {
  it("countering in open", async () => {
    const fault = await faultOf((call) => {
      const answer = buyer(call);
      return call.standing === null ? { action: "counter", terms: { price: 40 } } : answer;
    });
    expect(fault).toMatchObject({
      kind: "illegal_move",
      code: "must_propose",
      seat: "initiator",
      turnNumber: 1,
    });
    expect(actionsOf(fault)).toEqual([]);
  });

  it("countering when the cap is spent, on the shortest way there", async () => {
    const stubborn: Agent<Terms> = ({ standing }) => ({
      action: standing === null ? "propose" : "counter",
      terms: { price: 1 },
    });
    const fault = await faultOf(stubborn);
    expect(fault).toMatchObject({ kind: "illegal_move", code: null, seat: "responder", turnNumber: 6 });
    expect(fault.negotiation.turns).toHaveLength(5);
    const refused = await faultOf(stubborn, { rules: { preset: "oap" } });
    expect(refused).toMatchObject({ kind: "illegal_move", code: "cap_reached" });
    expect(refused.negotiation.turns).toHaveLength(8);
  });

  it("saying the same again where the rules guard against that", async () => {
    const parrot: Agent<Terms> = (call) => ({ ...(buyer(call) as object), message: "Final offer." }) as never;
    expect((await faultOf(parrot, { rules: { repetition: "guard" } })).code).toBe("repeated_message");
  });

  it("ignoring its signal", async () => {
    const clock = new ManualClock();
    const deaf: Agent<Terms> = (call) =>
      call.turnNumber < 3
        ? buyer(call)
        : new Promise((resolve) => clock.setTimeout(() => resolve(buyer(call) as never), 500));
    await checkAgent(deaf, { ...options, clock, abortGraceMs: 500 });
    const fault = await faultOf(deaf, { clock });
    expect(fault).toMatchObject({ kind: "ignored_abort", turnNumber: 3, answer: undefined });
    expect(actionsOf(fault)).toEqual(["initiator propose", "responder counter"]);
  });

  it("never answering, whether it heeds its signal or not", async () => {
    const mute: Agent<Terms> = () => new Promise(() => {});
    const fault = await faultOf(mute);
    expect(fault.kind).toBe("ignored_abort");
    expect(fault.report).not.toContain("hand in a function that makes one");
    const heedful: Agent<Terms> = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    expect((await faultOf(heedful)).kind).toBe("no_answer");
  });

  it("writing to the turns", async () => {
    const fault = await faultOf((call) => {
      (call.turns as unknown[]).push("mine");
      return buyer(call);
    });
    expect(fault).toMatchObject({ kind: "mutated_input", turnNumber: 1 });
    expect(fault.reason).toBe("it wrote to its call: /turns/0 added.");
    expect(fault.answer).toBeInstanceOf(TypeError);
  });

  it("writing to the standing terms", async () => {
    const fault = await faultOf((call) => {
      if (call.standing !== null) (call.standing.terms as { price: number }).price -= 1;
      return buyer(call);
    });
    expect(fault.kind).toBe("mutated_input");
    expect(fault.reason).toContain("/standing/terms/price changed");
    expect(fault.negotiation.turns.length).toBeLessThanOrEqual(2);
  });

  it("writing where it is not strict, and nobody complains", async () => {
    const make = new Function(
      "buyer",
      "return function (call) { if (call.standing) call.standing.terms.price = -1; return buyer(call); }",
    ) as (inner: Agent<Terms>) => Agent<Terms>;
    const fault = await faultOf(make(buyer));
    expect(fault.kind).toBe("mutated_input");
    expect(fault.reason).toContain("/standing/terms/price changed");
  });

  it("writing what changes nothing", async () => {
    const fault = await faultOf((call) => {
      (call.turns as unknown[]).reverse();
      return call.turns.length === 1 ? buyer({ ...call, turns: [...call.turns] }) : buyer(call);
    });
    expect(fault.kind).toBe("mutated_input");
  });

  it("answering at random", async () => {
    let state = 1;
    const random: Agent<Terms> = (call) => {
      state = (state * 16_807) % 2_147_483_647;
      const answer = buyer(call);
      return "action" in answer && answer.action === "counter"
        ? { ...answer, terms: { price: state % 40 } }
        : answer;
    };
    const fault = await faultOf(random);
    expect(fault.kind).toBe("varied_answer");
    expect(fault.negotiation.turns.length).toBeLessThanOrEqual(2);
    expect(fault.report).toContain("set mayVary");
    expect(fault.report).toContain("hand in a function that makes one");
  });

  it.each<[string, unknown, unknown, string]>([
    ["a throw at the second call", propose, new Error("no"), "threw"],
    ["a TypeError at the frozen call alone", new TypeError("x"), propose, "mutated_input"],
    ["a TypeError at both", new TypeError("x"), new TypeError("x"), "threw"],
    ["an illegal move before a variation", { action: "accept" }, propose, "illegal_move"],
    ["a variation", propose, { ...propose, message: "Hm." }, "varied_answer"],
    ["a variation into no move", propose, {}, "varied_answer"],
  ])("with %s", async (_, first, second, kind) => {
    expect((await faultOf(answering(first, second), { seat: "initiator" })).kind).toBe(kind);
  });

  it("not for members that say nothing", async () => {
    const same = { terms: { price: 40 }, action: "propose", message: undefined, reason: null };
    const rules = { cap: { limit: "unlimited" } } as const;
    await checkAgent(answering(propose, same), { ...options, seat: "initiator", rules });
  });

  it("accepting below the bound, at the worst terms that show it", async () => {
    const bound = { utility: ({ price }: Terms) => 60 - price, acceptsAtLeast: 20 };
    await checkAgent(buyer, { ...options, ...bound, acceptsAtLeast: 10 });
    const fault = await faultOf(buyer, bound);
    expect(fault).toMatchObject({ kind: "accepted_below_bound", answer: { action: "accept" } });
    expect(fault.negotiation.standing?.terms).toEqual({ price: 41 });
    expect(fault.reason).toBe('it accepted {"price":41}: worth 19, with a bound of 20.');
  });

  it("accepting what it may not, or what is worth no number", async () => {
    const asResponder: Partial<CheckAgentOptions<Terms>> = { seat: "responder" };
    const fault = await faultOf(buyer, {
      ...asResponder,
      mayAccept: ({ price }, { isFinalTurn }) => isFinalTurn || price < 10,
    });
    expect(fault).toMatchObject({ kind: "accepted_below_bound", seat: "responder" });
    const odd = await faultOf(buyer, { utility: () => Number.NaN, acceptsAtLeast: Number.NEGATIVE_INFINITY });
    expect(odd.kind).toBe("accepted_below_bound");
  });

  it("throwing, at once or later", async () => {
    const error = new Error("No model.");
    const throwing = await faultOf((call) => {
      if (call.turnNumber > 2) throw error;
      return buyer(call);
    });
    expect(throwing).toMatchObject({ kind: "threw", turnNumber: 3, answer: error });
    const rejecting = await faultOf(async (call) =>
      call.turnNumber > 2 ? Promise.reject(error) : buyer(call),
    );
    expect(rejecting).toMatchObject({ kind: "threw", turnNumber: 3, answer: error });
  });

  it.each<[string, unknown, string]>([
    ["NaN in its terms", { action: "propose", terms: { price: Number.NaN } }, "terms_invalid"],
    ["a Date in its terms", { action: "propose", terms: { at: new Date(0) } }, "terms_invalid"],
    ["no terms", { action: "propose" }, "terms_required"],
    ["nothing", undefined, "move_invalid"],
    ["an action that is not there", { action: undefined }, "move_invalid"],
    ["text", "accept", "move_invalid"],
    ["an unknown action", { action: "offer" }, "move_invalid"],
    ["a consult that is no text", { consult: 5 }, "move_invalid"],
    ["a proxy that throws at whoever looks", revoked(), "move_invalid"],
    ["terms too deep to be printed", { action: "propose", terms: nested(50_000) }, "terms_invalid"],
  ])("answering with %s", async (_, answer, code) => {
    const fault = await faultOf(() => answer as never, { seat: "initiator" });
    expect(fault).toMatchObject({ code, turnNumber: 1 });
    expect(["malformed_answer", "illegal_move"]).toContain(fault.kind);
  });

  it("offering terms that the schema of the room refuses", async () => {
    const schema: NonNullable<CheckAgentOptions<Terms>["schema"]> = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: async (terms) =>
          (terms as Terms).price >= 0
            ? { value: terms }
            : { issues: [{ message: "Below 0.", path: [{ key: "price" }] }] },
      },
    };
    await checkAgent(buyer, { ...options, schema });
    const generous: Agent<Terms> = (call) =>
      call.standing === null ? { action: "propose", terms: { price: -1 } } : buyer(call);
    const fault = await faultOf(generous, { schema });
    expect(fault).toMatchObject({
      kind: "malformed_answer",
      code: "terms_invalid",
      reason: "at terms.price: Below 0.",
    });
    await expect(
      checkAgent(buyer, { ...options, schema, terms: fc.constant({ price: -1 }) }),
    ).rejects.toThrow("Expected terms that the schema takes");
  });
});

describe("the report", () => {
  const late: Agent<Terms> = (call) =>
    call.turnNumber >= 4 ? { action: "propose", terms: { price: Number.NaN } } : buyer(call);

  it("is what checkAgent rejects with, and tells all of it", async () => {
    const error: AgentFaultError<Terms> = await checkAgent(late, { ...options, seat: "responder" }).then(
      () => undefined as never,
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("AgentFaultError");
    expect(error.message).toBe(error.fault.report);
    const { seed, path, runs, shrinks } = error.fault;
    expect(error.message.split("\n")).toEqual([
      "Expected the agent to answer a move, got malformed_answer: at terms.price: Expected a finite number, got NaN.",
      "",
      "  fault   malformed_answer (a room refuses it with terms_invalid)",
      "  seat    responder, system; the other side is system",
      "  rules   preset room",
      "  turn    4; it may propose, counter, accept, reject",
      '  moves   1. opponent (initiator) propose {"price":51}',
      '          2. agent (responder) counter {"price":40}',
      expect.stringMatching(/^ {10}3\. opponent \(initiator\) (counter|propose) \{"price":\d+\}$/),
      '  answer  {"action":"propose","terms":{"price":Number.NaN}}',
      "",
      `Found in trial ${runs}, made smaller ${shrinks} times. See it again with`,
      `  checkAgent(agent, { ...options, seed: ${seed}, path: "${path}" })`,
    ]);
  });

  it("is the same for the same seed, and again by its path alone", async () => {
    const fault = await faultOf(late);
    expect((await faultOf(late)).report).toBe(fault.report);
    const { seed, path } = fault;
    const again = await faultOf(late, { seed, path, runs: 1 });
    expect(again).toMatchObject({ kind: fault.kind, reason: fault.reason, turnNumber: fault.turnNumber });
    expect(again.negotiation).toEqual(fault.negotiation);
  });

  it("names other seeds when none is given", async () => {
    const seeds = [await faultOf(late, { seed: undefined }), await faultOf(late, { seed: undefined })];
    expect(seeds[0]?.seed).not.toBe(seeds[1]?.seed);
  });
});

describe("what is no fault of the agent", () => {
  it.each<[string, object, typeof TypeError | typeof RangeError]>([
    ["terms", { terms: undefined }, TypeError],
    ["terms", { terms: { price: 1 } }, TypeError],
    ["seat", { seat: "buyer" }, TypeError],
    ["context", { context: { at: new Date(0) } }, TypeError],
    ["runs", { runs: 0 }, RangeError],
    ["seed", { seed: 0.5 }, RangeError],
    ["answerWithinMs", { answerWithinMs: 0 }, RangeError],
    ["abortGraceMs", { abortGraceMs: 2 ** 31 }, RangeError],
    ["utility and acceptsAtLeast", { utility: () => 1 }, TypeError],
    ["utility and acceptsAtLeast", { acceptsAtLeast: 1 }, TypeError],
    ["utility", { utility: 1, acceptsAtLeast: 1 }, TypeError],
    ["mayAccept", { mayAccept: true }, TypeError],
    ["acceptsAtLeast", { utility: () => 1, acceptsAtLeast: Number.NaN }, RangeError],
    ["Did you mean mayVary", { mayVry: true }, TypeError],
    ["rules.preset", { rules: { preset: "rooms" } }, TypeError],
  ])("is a wrong option, by the name of %s", async (name, wrong, kind) => {
    const check = findAgentFault(buyer, { ...options, ...wrong });
    await expect(check).rejects.toThrow(kind);
    await expect(check).rejects.toThrow(name);
  });

  it("are no options at all, and rules that contradict each other", async () => {
    await expect(findAgentFault(buyer, undefined as never)).rejects.toThrow(TypeError);
    await expect(findAgentFault(buyer, { ...options, rules: { turnMs: 0 } })).rejects.toMatchObject({
      code: "rules_invalid",
    });
  });

  it("is thrown as it is", async () => {
    const mistake = new RangeError("The utility is wrong.");
    const utility = (): number => {
      throw mistake;
    };
    await expect(checkAgent(buyer, { ...options, utility, acceptsAtLeast: 1 })).rejects.toBe(mistake);
    const noJson = fc.constant({ price: Number.NaN });
    await expect(checkAgent(buyer, { ...options, terms: noJson })).rejects.toThrow(
      "Expected terms that a room takes",
    );
  });

  it("is an agent that is none", async () => {
    await expect(checkAgent(undefined as never, options)).rejects.toThrow(TypeError);
  });
});
