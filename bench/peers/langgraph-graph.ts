/**
 * @module
 * The negotiation as a LangGraph.js graph of three nodes: init, turn (again and again) and finalize. It tells
 * no events and has no checkpointer. `undefined` until `npm run bench:setup` has installed LangGraph.js.
 */

import { buyer, type ContractMove, type SupplyContract, seller } from "../supply-contract.js";

interface GraphTurn {
  readonly number: number;
  readonly partyId: string;
  readonly action: string;
  readonly terms: SupplyContract | null;
}

/** The state of the graph. */
export interface GraphState {
  readonly initiatorId: string;
  readonly responderId: string;
  readonly turns: readonly GraphTurn[];
  readonly standing: { readonly partyId: string; readonly terms: SupplyContract } | null;
  readonly floor: string | null;
  readonly outcome: { readonly status: string; readonly turnCount: number } | null;
}

/** Runs one negotiation as a graph; `undefined` where LangGraph.js is not installed. */
export async function graphNegotiation(): Promise<(() => Promise<GraphState>) | undefined> {
  const face = await import("@langchain/langgraph").catch(() => undefined);
  if (face === undefined) return undefined;
  const { Annotation, END, START, StateGraph } = face;
  const annotation = Annotation.Root({
    initiatorId: Annotation<string>(),
    responderId: Annotation<string>(),
    turns: Annotation<readonly GraphTurn[]>({
      reducer: (turns, added) => [...turns, ...added],
      default: () => [],
    }),
    standing: Annotation<GraphState["standing"]>(),
    floor: Annotation<string | null>(),
    outcome: Annotation<GraphState["outcome"]>(),
  });
  const graph = new StateGraph<GraphState>(annotation)
    .addNode("init", ({ initiatorId }) => ({ floor: initiatorId, standing: null, outcome: null }))
    .addNode("turn", takeTurn)
    .addNode("finalize", ({ turns }) => ({
      outcome: {
        status: turns.at(-1)?.action === "accept" ? "accepted" : "expired",
        turnCount: turns.length,
      },
    }))
    .addEdge(START, "init")
    .addEdge("init", "turn")
    .addConditionalEdges("turn", ({ floor }) => (floor === null ? "finalize" : "turn"), ["turn", "finalize"])
    .addEdge("finalize", END)
    .compile();
  return () => graph.invoke({ initiatorId: "ada", responderId: "smith" }, { recursionLimit: 50 });
}

async function takeTurn(state: GraphState): Promise<Partial<GraphState>> {
  const { floor, standing, turns, initiatorId, responderId } = state;
  const number = turns.length + 1;
  const partyId = floor ?? "";
  const agent = partyId === initiatorId ? buyer : seller;
  const move: ContractMove = await agent({ standing, turnNumber: number });
  if (move.action === "accept") {
    return { turns: [{ number, partyId, action: move.action, terms: null }], floor: null };
  }
  const { action, terms } = move;
  return {
    turns: [{ number, partyId, action, terms }],
    standing: { partyId, terms },
    floor: partyId === initiatorId ? responderId : initiatorId,
  };
}
