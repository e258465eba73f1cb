/**
 * @module
 * The signs of a text plot, each a single character, and the lines that say what they mean.
 */

import { amountText, columnsOf, DASH, numberText } from "../drawing/index.js";
import { findingsOf, missingOf, type Scene } from "../scene/index.js";
import { outcomeWords } from "./plane-legend.js";

/** A sign with what it means and the utilities of where it stands. */
export interface TextSign {
  readonly sign: string;
  readonly words: string;
  /** In the order of drawing; the reservations and the outcomes stand elsewhere. */
  readonly places: readonly (readonly (number | null)[])[];
}

/** From the quiet to the loud: frontier `o`, offers by the number of their party, solution points by a letter, `@`. */
export function textSigns({ offers, parties, analysis, agreement }: Scene): readonly TextSign[] {
  const findings = analysis === undefined ? [] : findingsOf(analysis);
  const edge = analysis?.frontier ?? [];
  return [
    ...(edge.length === 0
      ? []
      : [{ sign: FRONTIER, words: "Pareto frontier", places: edge.map(({ utilities }) => utilities) }]),
    ...parties.flatMap(({ name }, party) => {
      const places = offers.filter((offer) => offer.party === party).map(({ utilities }) => utilities);
      const words = `${name}: ${amountText(places.length, "offer")}`;
      return places.length === 0 ? [] : [{ sign: partySign(party), words, places }];
    }),
    ...findings.map(({ letters, names, points }) => ({
      sign: letters[0] as string,
      words: names.join(" = "),
      places: points.map(({ utilities }) => utilities),
    })),
    ...(agreement === null ? [] : [{ sign: AGREEMENT, words: "agreement", places: [agreement.utilities] }]),
  ];
}

/** The frontier's sign; of three parties only the outcomes at the edge of a plane have it. */
export const FRONTIER = "o";

/** What the legend has to know of a plot that was drawn. */
export interface DrawnSigns {
  /** Whether any of it can be seen. */
  readonly isSeen: (sign: string) => boolean;
  /** The sign that stands where a point would; `undefined` where it has no place. */
  readonly signAt: (utilities: readonly (number | null)[]) => string | undefined;
}

/**
 * What the signs mean, in as many lines as it takes, none of more than so many columns.
 *
 * A sign that cannot be seen is not listed: what it would mean stands behind the signs that cover it.
 */
export function textLegend(
  scene: Scene,
  pair: readonly [number, number],
  columns: number,
  { isSeen, signAt }: DrawnSigns,
): readonly string[] {
  const { parties, analysis } = scene;
  const reservations = pair.map((party) => numberText(parties[party]?.reservation ?? null));
  const lines = ["┊", "┈"].filter(isSeen).join(" ");
  const [seen, unseen]: [string[], string[]] = [[], []];
  for (const { sign, words, places } of textSigns(scene)) {
    const above = [...new Set(places.flatMap((utilities) => signAt(utilities) ?? []))];
    if (isSeen(sign)) seen.push(`${sign} ${words}`);
    else
      unseen.push(above.length === 0 ? `${DASH} no place: ${words}` : `below ${above.join(" ")}: ${words}`);
  }
  const entries = [
    isSeen(OUTCOME) ? `${OUTCOME} ${outcomeWords(scene)}` : `below all: ${outcomeWords(scene)}`,
    `${lines === "" ? DASH : lines} reservations ${reservations.join(" / ")}`,
    ...seen,
    ...unseen,
  ];
  if (analysis !== undefined) {
    for (const { names } of missingOf(analysis)) entries.push(`${DASH} undefined: ${names.join(", ")}`);
  }
  return wrapped(entries, columns);
}

/** An outcome's sign. */
export const OUTCOME = "·";

const AGREEMENT = "@";

/** 1 to 9, then small letters: no solution point has one. */
function partySign(party: number): string {
  return (party + 1).toString(36).slice(-1);
}

/** Entries side by side; one that does not fit goes on in the next line, between words but never after its sign. */
function wrapped(entries: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const entry of entries) {
    const [sign = "", ...words] = entry.split(" ");
    [`${sign} ${words.shift() ?? ""}`, ...words].forEach((word, index) => {
      const last = lines.at(-1);
      const longer = `${last}${index === 0 ? "   " : " "}${word}`;
      if (last !== undefined && columnsOf(longer) <= columns) lines[lines.length - 1] = longer;
      else lines.push(word);
    });
  }
  return lines;
}
