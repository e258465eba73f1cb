/**
 * @module
 * What strangers can make a host pay, for the bench `signing`: texts of a million members, histories of a thousand
 * turns, a hundred thousand openings that are refused.
 */

import { type OpenDocument, parseStrict } from "../src/oap/index.js";
import { inPairs, timed } from "./measure.js";
import { historyOf, type Market } from "./signed-room.js";
import { type Spread, spreadOf } from "./spread.js";

const MILLION = 1_000_000;

/** Of `parseStrict` to `JSON.parse`, by the shape of a text of a million members. */
export async function readingCosts(): Promise<Readonly<Record<string, Spread>>> {
  const numbers = Array.from({ length: MILLION }, (_, index) => index);
  const texts: Readonly<Record<string, string>> = {
    oneObject: `{${numbers.map((n) => `"k${n}":${n}`).join(",")}}`,
    objectsOfOne: `[${numbers.map((n) => `{"k":${n}}`).join(",")}]`,
  };
  const spreads: Record<string, Spread> = {};
  for (const [shape, text] of Object.entries(texts)) {
    const bytes = new TextEncoder().encode(text);
    const strict = (): void => {
      const answer = parseStrict(bytes, { maxBytes: bytes.length });
      if (!answer.ok) throw new Error(answer.message);
    };
    const contestants = [
      { name: "strict", cost: timed(strict) },
      { name: "bare", cost: timed(() => JSON.parse(text)) },
    ];
    const spread = spreadOf(await inPairs(contestants, { count: 1, rounds: 9 }), "strict", "bare");
    spreads[shape] = spread;
    const { median, least, most } = spread;
    console.log(
      `  ${shape}, ${bytes.length} bytes: ${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
    );
  }
  return spreads;
}

/** What a turn costs in a history of 1,000, to one of 10. */
export async function historyCosts(many: Market): Promise<Spread> {
  const cost = async (turns: number): Promise<(count: number) => Promise<number>> => {
    const { host, parties, opening } = many;
    let history = historyOf(await host.open(await parties[0].open(opening)));
    const { negotiation_id } = history;
    for (let turn = 0; turn < turns; turn += 1) {
      const party = parties[turn % 2] ?? parties[0];
      const last = { ...history, history: history.history.slice(-1) };
      history = historyOf(await host.propose(await party.propose(last, { terms: { price: turn } })));
    }
    const asked = timed(async (count: number) => {
      for (let time = 0; time < count; time += 1)
        await host.history(negotiation_id, { caller: parties[0].did });
    });
    // As many turns in both.
    return async (count) => (await asked((count * 1_000) / turns)) / 1_000;
  };
  const contestants = [
    { name: "thousand", cost: await cost(1_000) },
    { name: "ten", cost: await cost(10) },
  ];
  return spreadOf(await inPairs(contestants, { count: 50, rounds: 9 }), "thousand", "ten");
}

/** MB of heap after so many openings that are refused: at the signature, and because there are too many. */
export async function refusedOpenings({ host, parties, opening }: Market, count: number): Promise<number> {
  const [ada] = parties;
  const refusals = new Map<string, number>();
  const hand = async (document: OpenDocument): Promise<void> => {
    const answer = await host.open(document);
    const code = answer.ok ? "opened" : answer.code;
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
  };
  const forged = await ada.open(opening);
  // What comes first and stays is not counted.
  for (let first = 0; first < 1_000; first += 1) await hand(await ada.open(opening));
  const before = usedHeap();
  for (let done = 0; done < count; done += 1) {
    // Nine of ten with a signature of another document.
    const open_id = `opn_${String(done).padStart(26, "0")}`;
    await hand(done % 10 === 0 ? await ada.open(opening) : { ...forged, open_id });
  }
  const grown = usedHeap() - before;
  console.log(`  ${count} openings: ${JSON.stringify(Object.fromEntries(refusals))}`);
  return grown / 1e6;
}

function usedHeap(): number {
  if (globalThis.gc === undefined) throw new Error("Expected node --expose-gc, got no gc().");
  for (let time = 0; time < 4; time += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}
