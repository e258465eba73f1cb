/**
 * @module
 * The least that could be called a negotiation: a loop over two agents. No guards, events, deadlines or store.
 */

import { buyer, type ContractMove, type SupplyContract, seller } from "../supply-contract.js";

/** How the loop ended. */
export interface LoopOutcome {
  readonly status: string;
  readonly terms: SupplyContract | null;
  readonly turnCount: number;
}

/** Runs one negotiation. */
export async function negotiateInLoop(): Promise<LoopOutcome> {
  const turns: ContractMove[] = [];
  let standing: { readonly terms: SupplyContract } | null = null;
  for (;;) {
    const agent = turns.length % 2 === 0 ? buyer : seller;
    const move: ContractMove = await agent({ standing, turnNumber: turns.length + 1 });
    turns.push(move);
    if (move.action === "accept") {
      return { status: "accepted", terms: standing?.terms ?? null, turnCount: turns.length };
    }
    standing = { terms: move.terms };
  }
}
