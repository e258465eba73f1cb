/**
 * @module
 * The agent that asks a model: one call a turn, further ones for what cannot be used, and a guard outside of it. It
 * knows no model and no package: whoever can ask one hands in the function that does.
 */

import type { Move } from "../../core/moves/index.js";
import type { Agent, AgentCall, MaybePromise } from "../../ports/index.js";
import { fenced } from "../fences/index.js";
import {
  type AnswerSchema,
  answerSchemas,
  type Guard,
  isLater,
  leavingOf,
  readAnswer,
  TurnLimit,
  tell,
  withGuard,
} from "./answers/index.js";
import {
  type Generate,
  type Generated,
  type GenerateRequest,
  type ModelAgentOptions,
  type ModelAgentSettings,
  modelAgentSettings,
} from "./model-agent-options.js";
import { isSpent, type Spending, SpendingLedger, usageOf } from "./spending.js";
import { NOTHING_PREPARED, type Prompt, promptOf } from "./words/index.js";

/**
 * An agent whose moves come from a function that asks a model, of whatever stack.
 *
 * A turn is one call, and up to `repairs` more where its answer cannot be used; then `fallback` moves, or the call
 * throws, and the room's `agentAttempts` decide. What the other side wrote is fenced as data; what comes back passes
 * the guard, or does not go out.
 *
 * @throws {TypeError} for an option that is missing, unknown or of another sort
 * @throws {RangeError} for a number out of range
 * @see docs/requirements/bridges.md, section 5
 * @example
 * const buyer = agentFromGenerate<{ price: number }>(
 *   async ({ instructions, prompt, schema, signal }) => {
 *     const response = await fetch("http://localhost:8080/complete", {
 *       method: "POST",
 *       body: JSON.stringify({ instructions, prompt, schema }),
 *       signal,
 *     });
 *     return { answer: await response.text() };
 *   },
 *   {
 *     brief: "We buy. The lower the price, the better.",
 *     terms: z.object({ price: z.number() }),
 *     guard: { utility: ({ price }) => -price, reservation: -50 },
 *   },
 * );
 */
export function agentFromGenerate<Terms = unknown>(
  generate: Generate,
  options: ModelAgentOptions<Terms>,
): Agent<Terms> {
  if (typeof generate !== "function") throw new TypeError("Expected generate to be a function.");
  const settings = modelAgentSettings(options);
  const model = new ModelTurns(generate, settings);
  const agent: Agent<Terms> = (call) => model.move(call);
  if (settings.guard === null) return agent;
  return withGuard(agent, judgingStored(settings.guard, settings.terms), { onGuard: settings.onGuard });
}

/** A room may store terms as its schema makes them, with its defaults: then those have to pass as well. */
function judgingStored<Terms>(guard: Guard<Terms>, terms: ModelAgentSettings<Terms>["terms"]): Guard<Terms> {
  if (terms === null) return guard;
  const { validate } = terms.schema["~standard"];
  const utility = (proposed: Terms): number => {
    const worth = guard.utility(proposed);
    const read = validate(proposed);
    // What the schema refuses the room refuses, and one that answers later can only be asked there.
    if (isLater(read) || read.issues !== undefined) return worth;
    const stored = guard.utility(read.value as Terms);
    return typeof stored === "number" && stored >= worth ? worth : stored;
  };
  return { ...guard, utility };
}

/** The turns that a model takes. */
class ModelTurns<Terms> {
  readonly #generate: Generate;
  readonly #settings: ModelAgentSettings<Terms>;
  /** Whether anybody is told, or held to, what calls cost. */
  readonly #isCounted: boolean;
  readonly #ledger = new SpendingLedger();
  readonly #schemaOf: ReturnType<typeof answerSchemas>;

  constructor(generate: Generate, settings: ModelAgentSettings<Terms>) {
    this.#generate = generate;
    this.#settings = settings;
    this.#isCounted = settings.onUsage !== undefined || Object.keys(settings.budget).length > 0;
    this.#schemaOf = answerSchemas(settings.terms?.json ?? null);
  }

  async move(call: AgentCall<Terms>): Promise<Move<Terms>> {
    const { repairs, fallback, budget, terms, shortlist, turnTimeoutMs, clock, brief, parts } =
      this.#settings;
    const { nonce: nonceOf } = this.#settings;
    const json = terms?.json ?? null;
    const spending = this.#isCounted ? this.#ledger.of(call) : undefined;
    const limit = new TurnLimit(call, turnTimeoutMs, clock);
    const prepared = shortlist === null ? NOTHING_PREPARED : await shortlist.of(call);
    const { standingPoints, wouldAccept } = prepared;
    const offers = prepared.offers as readonly { readonly terms: Terms; readonly points: number }[];
    const schema = this.#schemaOf(call, offers.length);
    let complaint: string | null = null;
    let cause: unknown;
    for (let repair = 0; repair <= repairs; repair += 1) {
      call.signal.throwIfAborted();
      if (spending !== undefined && isSpent(spending, budget, clock.now())) return this.#withoutBudget(call);
      const nonce = nonceOf();
      const fence = (text: string): string => fenced(text, nonce);
      const now = clock.now();
      const input = { call, brief, terms: json, offers, standingPoints, wouldAccept, fence, now };
      const request = new Question(promptOf(parts, input, complaint), schema, limit);
      let generated: Generated;
      try {
        const asked = this.#ask(call, spending, request);
        generated = isLater(asked) ? await limit.race(asked) : asked;
      } catch (error) {
        if (call.signal.aborted || fallback === undefined) throw error;
        return fallback(call);
      }
      const read = readAnswer(generated?.answer, {
        actions: call.legalActions,
        assessmentRequired: call.assessmentRequired,
        terms,
        offers,
      });
      const reading = isLater(read) ? await read : read;
      if (reading.complaint === undefined) return reading.move;
      ({ complaint, cause } = reading);
    }
    if (fallback !== undefined) return fallback(call);
    const calls = repairs + 1;
    throw new Error(`Expected a usable answer of the model, got none in ${calls} calls. ${complaint}`, {
      cause,
    });
  }

  /** Counts what the call costs, whether or not anybody still waits for its answer. */
  #ask(
    call: AgentCall<Terms>,
    spending: Spending | undefined,
    request: GenerateRequest,
  ): MaybePromise<Generated> {
    if (spending === undefined) return this.#generate(request);
    const begunAt = this.#settings.clock.now();
    spending.attempts = spending.turn === call.turnNumber ? spending.attempts + 1 : 1;
    spending.turn = call.turnNumber;
    // Counted at its start: calls of one negotiation may overlap where an earlier one came late.
    spending.calls += 1;
    const attempt = spending.attempts;
    const underWay = { begunAt };
    spending.underWay.add(underWay);
    const count = (said: unknown): void => {
      spending.underWay.delete(underWay);
      this.#count(call, spending, attempt, begunAt, said);
    };
    try {
      const asked = this.#generate(request);
      if (!isLater(asked)) {
        count(asked);
        return asked;
      }
      const promised = Promise.resolve(asked);
      promised.then(count, count);
      return promised;
    } catch (error) {
      count(error);
      throw error;
    }
  }

  #count(call: AgentCall<Terms>, spending: Spending, attempt: number, begunAt: number, said: unknown): void {
    const usage = usageOf(said);
    spending.tokens += usage.totalTokens ?? 0;
    spending.ms += Math.max(0, this.#settings.clock.now() - begunAt);
    const { onUsage } = this.#settings;
    if (onUsage === undefined) return;
    const { negotiationId, party, turnNumber: turn } = call;
    const model = (said as { readonly model?: unknown } | null | undefined)?.model;
    const name = typeof model === "string" ? model : null;
    tell(onUsage, { negotiationId, partyId: party.id, turn, attempt, model: name, usage });
  }

  #withoutBudget(call: AgentCall<Terms>): MaybePromise<Move<Terms>> {
    const { fallback } = this.#settings;
    if (fallback !== undefined) return fallback(call);
    const action = leavingOf(call);
    if (action !== undefined) return { action } as Move<Terms>;
    throw new Error("Expected a call within the budget of the negotiation, got none. Give a fallback.");
  }
}

/** What a model is asked. */
class Question implements GenerateRequest {
  /** Made when it is first looked at, which who answers at once never does; one for all: a getter each costs a shape each. */
  static readonly #signal = {
    enumerable: true,
    get(this: Question) {
      return this.#limit.signal;
    },
  };
  readonly instructions: string;
  readonly prompt: string;
  readonly schema: AnswerSchema;
  declare readonly signal: AbortSignal;
  readonly #limit: TurnLimit;

  constructor({ instructions, prompt }: Prompt, schema: AnswerSchema, limit: TurnLimit) {
    this.instructions = instructions;
    this.prompt = prompt;
    this.schema = schema;
    this.#limit = limit;
    Object.defineProperty(this, "signal", Question.#signal);
  }
}
