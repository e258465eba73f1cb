/**
 * @module
 * Pictures in words, for those who cannot see them and for the line below a title.
 */

import { amountText, numberText, type PictureHeading } from "../drawing/index.js";
import { findingsOf, missingOf, type NegotiationScene, type Scene } from "../scene/index.js";
import { rangeText } from "./plane-axes.js";

/** How the negotiation ended, in one line; what there is to negotiate about where nothing was traced. */
export function endingWords({ agreement, offers, parties, space }: NegotiationScene): string {
  if (agreement !== null) {
    const worth = parties.flatMap(({ name, range }, party) =>
      range === null ? [] : [`${name} ${numberText(agreement.utilities[party])}`],
    );
    const time = `t = ${numberText(agreement.relativeTime)}`;
    return `Agreement on turn ${agreement.turnNumber} at ${time}: ${worth.join(", ")}`;
  }
  if (offers.length > 0) return `No agreement after ${amountText(offers.length, "offer")}`;
  return `${amountText(space.cardinality, "outcome")}, ${parties.length} parties`;
}

/** The scenario's name and how it ended. */
export function headingOf(scene: NegotiationScene): PictureHeading {
  return { title: scene.name, subtitle: endingWords(scene) };
}

/** All that a timeline shows, as sentences. */
export function timelineDescription(scene: NegotiationScene): string {
  const counts = scene.parties.map(({ name }, party) => {
    const own = scene.offers.filter((offer) => offer.party === party);
    return `${name} made ${amountText(own.length, "offer")}`;
  });
  const ranges = rangesOf(scene);
  return `What each offer is worth over relative time: ${counts.join(", ")}. ${ranges}. ${endingWords(scene)}.`;
}

function rangesOf({ parties }: NegotiationScene): string {
  const ranges = parties.flatMap(({ name, range, reservation }) =>
    range === null ? [] : [`${name} from ${rangeText(range)}, reservation ${numberText(reservation)}`],
  );
  return `Utilities: ${ranges.join("; ")}`;
}

/** All that a utility plane shows, as sentences. */
export function planeDescription(scene: Scene): string {
  const { analysis, space } = scene;
  const sentences = [
    `${amountText(space.cardinality, "outcome")}. ${rangesOf(scene)}. ${endingWords(scene)}.`,
  ];
  if (analysis !== undefined) {
    const names = findingsOf(analysis).map(
      ({ names, points }) =>
        `${names.join(" and ")} at ${points[0]?.utilities.map((one) => numberText(one)).join(" / ")}`,
    );
    sentences.push(`The Pareto frontier has ${amountText(analysis.frontier.length, "outcome")}.`);
    if (names.length > 0) sentences.push(`Solution points: ${names.join("; ")}.`);
    for (const { reason, names } of missingOf(analysis))
      sentences.push(`Undefined (${reason}): ${names.join(", ")}.`);
  }
  return sentences.join(" ");
}
