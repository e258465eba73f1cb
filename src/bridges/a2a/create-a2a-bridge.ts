/**
 * @module
 * The bridge to A2A: what the SDK's request handler is made of, and the card that declares the extension.
 */

import type { AgentCard } from "@a2a-js/sdk";
import type { AgentExecutor, TaskStore } from "@a2a-js/sdk/server";
import { jsonSchemaOfTerms } from "../door/index.js";
import { type A2aBridgeOptions, type ResolvedA2aOptions, resolveA2aOptions } from "./a2a-options.js";
import { NegotiationExecutor } from "./negotiation-executor.js";
import { negotiationTaskStore } from "./task-store.js";

/** Negotiations as tasks of A2A. */
export interface A2aBridge {
  /** What messages do; for the SDK's `DefaultRequestHandler`. */
  readonly executor: AgentExecutor;
  /** The card of an agent that is served at `baseUrl`: JSON-RPC at `/a2a/jsonrpc`, REST at `/a2a/rest`, unless the draft says otherwise. */
  agentCard(baseUrl: string): AgentCard;
  /** Lays the negotiations over a store of the SDK's. */
  taskStore(inner: TaskStore): TaskStore;
  /** Ends what waits for a floor, and takes no message from then on. The rooms go on. Idempotent. */
  close(): Promise<void>;
}

/**
 * Serves negotiations as tasks of A2A: the peer opens and is asked back, `self` answers.
 *
 * @throws {TypeError} on an unknown option, and without `rooms`, `identify`, `self` or `card`
 * @throws {RangeError} for a limit out of range
 * @see docs/doors/a2a.md
 */
export function createA2aBridge<Terms = unknown>(options: A2aBridgeOptions<Terms>): A2aBridge {
  const resolved = resolveA2aOptions(options);
  const moveSchema = moveSchemaOf(resolved);
  const executor = new NegotiationExecutor(resolved, moveSchema);
  return Object.freeze({
    executor,
    agentCard: (baseUrl: string) => cardOf(resolved, moveSchema, baseUrl.replace(/\/+$/, "")),
    taskStore: (inner: TaskStore) => negotiationTaskStore(resolved, executor, inner),
    async close(): Promise<void> {
      executor.close();
    },
  });
}

function cardOf<Terms>(
  { card, extensionUri, required, offer }: ResolvedA2aOptions<Terms>,
  moveSchema: object,
  baseUrl: string,
): AgentCard {
  const { actions, turnCap, presets } = offer;
  const extension = {
    uri: extensionUri,
    description:
      "Negotiates turn by turn: a move is a message with one data part as moveSchema describes it.",
    required,
    params: { actions: [...actions], turnCap, presets: [...presets], moveSchema },
  };
  const { extensions = [], ...capabilities } = card.capabilities ?? {};
  const at = (path: string, protocolBinding: string): AgentCard["supportedInterfaces"][number] => {
    return { url: `${baseUrl}${path}`, protocolBinding, tenant: "", protocolVersion: "1.0" };
  };
  return {
    version: "1",
    provider: undefined,
    supportedInterfaces: [at("/a2a/jsonrpc", "JSONRPC"), at("/a2a/rest", "HTTP+JSON")],
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ["application/json"],
    defaultOutputModes: ["application/json"],
    skills: [SKILL],
    signatures: [],
    ...card,
    capabilities: {
      streaming: true,
      pushNotifications: false,
      ...capabilities,
      extensions: [extension, ...extensions],
    },
  };
}

const SKILL: AgentCard["skills"][number] = {
  id: "negotiate",
  name: "Negotiate",
  description: "Bargains about terms, turn by turn, to one outcome.",
  tags: ["negotiation"],
  examples: [],
  inputModes: ["application/json"],
  outputModes: ["application/json"],
  securityRequirements: [],
};

function moveSchemaOf<Terms>({ offer, terms }: ResolvedA2aOptions<Terms>): object {
  const text = { type: "string" };
  return {
    type: "object",
    required: ["action"],
    properties: {
      action: { enum: [...offer.actions] },
      terms: { ...jsonSchemaOfTerms(terms), description: "With propose and counter only." },
      message: text,
      reason: text,
      justification: {},
      extra: {},
      assessment: { description: "Private to the side that sends it, but for what the rules share." },
      expectedVersion: {
        type: "integer",
        minimum: 0,
        description: "The version in the metadata of the task that the move was decided on.",
      },
    },
  };
}
