/**
 * @module
 * What it takes to read scenario files, right ones and those full of faults, against the bare parser on the same
 * text: `JSON.parse`, or the XML package. From 24 kB to 64 MB, by CPU time, so that other load drops out.
 */

import { XMLParser } from "fast-xml-parser";
import { fromGeniusXml } from "../src/preferences/formats/genius/index.js";
import { fromGeniusWeb } from "../src/preferences/formats/index.js";
import { parseScenario } from "../src/preferences/scenarios/index.js";
import { cpuNow, median } from "./measure.js";
import { hand } from "./report.js";
import { SCENARIO_TEXTS, type ScenarioText } from "./scenario-texts.js";

const MB = 1_000_000;
const SIZES = [0.024 * MB, 1 * MB, 15 * MB, 63 * MB];
/** Chosen: what is quicker than this is done several times. */
const SHORTEST_MS = 30;
const ROUNDS = 9;
/** Chosen: until both are compiled, which is no matter of the text. Large files need no more of it. */
const WARM_UP_MS = 400;
/** Read once each; of the largest files the right ones, and the faulty ones that were worst before. */
const LARGE_BYTES = 2 * MB;
const WORST_COUNT = 6;

interface Measured {
  readonly name: string;
  readonly what: string;
  readonly ratio: number;
  readonly ms: number;
}

const all: Measured[] = [];
for (const bytes of SIZES) {
  const isLargest = bytes === SIZES.at(-1);
  for (const kind of SCENARIO_TEXTS) {
    if (isLargest && !kind.isRight && !worstNames().includes(kind.name)) continue;
    const measured = await measuredOf(kind, bytes);
    if (measured === undefined) continue;
    all.push(measured);
    console.log(
      `${measured.ratio.toFixed(2).padStart(7)}  ${measured.ms.toFixed(1).padStart(8)} ms  ${measured.what}`,
    );
  }
}
const [worst] = all.toSorted((one, other) => other.ratio - one.ratio);
console.log(`worst: ${worst?.what}`);
hand({
  ratios: { worstToBareParser: worst?.ratio ?? Number.NaN },
  figures: { slowestMs: Math.max(...all.map(({ ms }) => ms)), files: all.length },
  goals: { worstToBareParser: "at most 12" },
});

function worstNames(): readonly string[] {
  const worst = all.toSorted((one, other) => other.ratio - one.ratio);
  return [...new Set(worst.map(({ name }) => name))].slice(0, WORST_COUNT);
}

/** `undefined` where the format does not come in that size. */
async function measuredOf(kind: ScenarioText, bytes: number): Promise<Measured | undefined> {
  const { text, domain = "" } = kind.make(bytes);
  // Above its limit a file is refused unread, which takes no time that could be compared.
  if (text.length < bytes / 3 || text.length > 66 * MB) return undefined;
  if (kind.format === "genius" && text.length > 16 * 1024 * 1024) return undefined;
  const bare = barelyParsed(kind, text, domain);
  const read = async (): Promise<void> => {
    if ((await isRead(kind, text, domain)) !== kind.isRight) {
      throw new Error(`Expected ${kind.name} to be ${kind.isRight ? "read" : "refused"}.`);
    }
  };
  const isLarge = bytes > LARGE_BYTES;
  for (let spent = 0; !isLarge && spent < WARM_UP_MS; )
    spent += (await msOf(read, 1)) + (await msOf(bare, 1));
  const count = Math.max(1, Math.ceil(SHORTEST_MS / (await msOf(bare, 1))));
  const readCount = Math.max(1, Math.ceil(count / 8));
  const rounds: { readonly ratio: number; readonly ms: number }[] = [];
  for (let round = 0; round < (isLarge ? 1 : ROUNDS); round += 1) {
    const bareMs = await collectedMsOf(bare, count, isLarge);
    const ms = await collectedMsOf(read, readCount, isLarge);
    rounds.push({ ratio: ms / bareMs, ms });
  }
  return {
    name: kind.name,
    what: `${(text.length / MB).toFixed(3)} MB, ${kind.name}`,
    ratio: median(rounds.map(({ ratio }) => ratio)),
    ms: median(rounds.map(({ ms }) => ms)),
  };
}

function barelyParsed({ format }: ScenarioText, text: string, domain: string): () => Promise<void> {
  const parser = new XMLParser({ ignoreAttributes: false });
  const parse = (one: string): void => {
    if (one === "") return;
    try {
      if (format === "genius") parser.parse(one, true);
      else JSON.parse(one);
    } catch {
      // So is the library's reader refused.
    }
  };
  return async () => {
    parse(domain);
    parse(text);
  };
}

async function isRead({ format }: ScenarioText, text: string, domain: string): Promise<boolean> {
  try {
    if (format === "genius") await fromGeniusXml(domain, [text]);
    else if (format === "geniusweb") fromGeniusWeb(domain, [text]);
    else parseScenario(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ms of one run, after a collection. A collection drops the code that was compiled for objects of which none is left,
 * so small texts are read once more before they count.
 */
async function collectedMsOf(run: () => Promise<void>, count: number, isLarge: boolean): Promise<number> {
  globalThis.gc?.();
  if (!isLarge) await msOf(run, count);
  return (await msOf(run, count)) / count;
}

async function msOf(run: () => Promise<void>, count: number): Promise<number> {
  const before = cpuNow();
  for (let time = 0; time < count; time += 1) await run();
  return (cpuNow() - before) / 1e6;
}
