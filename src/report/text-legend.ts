/**
 * @module
 * The signs of a text plot, each a single character, and the lines that say what they mean.
 */

import { findingsOf, missingOf } from "./findings.js";
import { amountText, DASH, numberText } from "./number-text.js";
import { outcomeWords } from "./plane-legend.js";
import type { Scene } from "./scene.js";
import { columnsOf } from "./shown-text.js";

/** A sign and the utilities of where it stands. */
export interface TextSign {
  readonly utilities: readonly (number | null)[];
  readonly sign: string;
}

/** Offers by the number of their party, then solution points by the letter of their first rule, then `@`. */
export function textSigns({ offers, analysis, agreement }: Scene): readonly TextSign[] {
  const findings = analysis === undefined ? [] : findingsOf(analysis);
  return [
    ...offers.map(({ party, utilities }) => ({ utilities, sign: partySign(party) })),
    ...findings.flatMap(({ letters, points }) =>
      points.map(({ utilities }) => ({ utilities, sign: letters[0] as string })),
    ),
    ...(agreement === null ? [] : [{ utilities: agreement.utilities, sign: AGREEMENT }]),
  ];
}

/** What the signs mean, in as many lines as it takes, none of more than so many columns. */
export function textLegend(
  scene: Scene,
  pair: readonly [number, number],
  columns: number,
): readonly string[] {
  const { parties, offers, analysis, agreement } = scene;
  const reservations = pair.map((party) => numberText(parties[party]?.reservation ?? null));
  const entries = [`· ${outcomeWords(scene)}`, `┊ ┈ reservations ${reservations.join(" / ")}`];
  if (analysis !== undefined && analysis.frontier.length > 0) entries.push("o Pareto frontier");
  parties.forEach(({ name }, party) => {
    const count = offers.filter((offer) => offer.party === party).length;
    if (count > 0) entries.push(`${partySign(party)} ${name}: ${amountText(count, "offer")}`);
  });
  if (analysis !== undefined) {
    for (const { letters, names } of findingsOf(analysis)) entries.push(`${letters[0]} ${names.join(" = ")}`);
    for (const { names } of missingOf(analysis)) entries.push(`${DASH} undefined: ${names.join(", ")}`);
  }
  if (agreement !== null) entries.push(`${AGREEMENT} agreement${alsoOf(scene)}`);
  return wrapped(entries, columns);
}

const AGREEMENT = "@";

/** 1 to 9, then small letters: no solution point has one. */
function partySign(party: number): string {
  return (party + 1).toString(36).slice(-1);
}

/** The solution points that the sign of the agreement covers. */
function alsoOf({ analysis, agreement }: Scene): string {
  if (analysis === undefined || agreement === null) return "";
  const here = findingsOf(analysis).filter(({ points }) =>
    points.some(({ outcome }) => outcome === agreement.outcome),
  );
  const letters = here.map(({ letters }) => letters[0]);
  return letters.length === 0 ? "" : ` on ${letters.join(", ")}`;
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
