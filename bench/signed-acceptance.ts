/**
 * @module
 * What accepting a document of 64 kB costs for the bench `signing`, against canonicalising, hashing and signing it
 * once: for terms of each shape that costs much, in turn in one process.
 */

import { leavesOf } from "../src/oap/canonical/index.js";
import { canonicalize, hashText, type Sha256, type Signer } from "../src/oap/index.js";
import { signDocument } from "../src/oap/signing/index.js";
import { costOf, inPairs, timed } from "./measure.js";
import type { AcceptanceRoom } from "./signed-room.js";
import { SHAPES } from "./signed-terms.js";
import { type Spread, spreadOf } from "./spread.js";

/** @returns by shape, the ratios of nine runs */
export async function acceptanceCosts(
  room: AcceptanceRoom,
  signer: Signer,
  sha256: Sha256,
): Promise<Readonly<Record<string, Spread>>> {
  const spreads: Record<string, Spread> = {};
  for (const [shape, terms] of Object.entries(SHAPES)) {
    const { signature: _, ...proposal } = structuredClone(await room.proposal(terms));
    const once = async (count: number): Promise<void> => {
      for (let time = 0; time < count; time += 1) {
        const signed = await signDocument(proposal, "proposal", signer);
        if (!signed.ok) throw new Error(signed.message);
        hashText(sha256, canonicalize(signed.document));
      }
    };
    const contestants = [
      { name: "accept", cost: (count: number) => room.cost(terms, count) },
      { name: "once", cost: timed(once) },
    ];
    const costs = await inPairs(contestants, { count: 1, rounds: 9 });
    const spread = spreadOf(costs, "accept", "once");
    spreads[shape] = spread;
    const ms = (name: string): string => `${(costOf(costs, name) / 1e6).toFixed(2)} ms`;
    const size = `${leavesOf(terms, "/terms")?.size} leaves in ${canonicalize(proposal).length} bytes`;
    const { median, least, most } = spread;
    const ratio = `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
    console.log(
      `  ${shape.padEnd(13)} ${size}: accepted ${ms("accept")}, signed ${ms("once")}, ratio ${ratio}`,
    );
  }
  return spreads;
}
