/**
 * @module
 * The colours and shapes of pictures. A picture does not know what it will stand on, so every colour stands out
 * from white and from black; what must be told apart differs in shape too.
 */

/**
 * Text, axes and lines to be read: contrast at least 4.5 with white and with black, the bound for text.
 *
 * Only luminances from 0.175 to 0.183 do both; a style sheet that asks what the reader prefers would not help,
 * since it is not told what the page behind the picture looks like.
 *
 * @see Web Content Accessibility Guidelines 2.1, success criteria 1.4.3 and 1.4.11
 */
export const INK = "#767676";

/** All outcomes: contrast at least 3 with white and with black, the bound for graphics, and the quietest of all. */
export const QUIET = "#929292";

/** The lines of a grid, which nobody needs in order to read the picture. */
export const GRID_OPACITY = 0.22;

/** What the analysis found: the frontier and the solution points. */
export const FINDING = "#9d4edd";

/** How a party's offers are drawn. */
interface PartyStyle {
  readonly colour: string;
  readonly shape: Shape;
}

/** The shape of a marker. */
export type Shape = "circle" | "square" | "triangle" | "diamond";

/** The style of a party by its place in the scenario; from the fifth on colours and shapes meet in new pairs. */
export function partyStyle(party: number): PartyStyle {
  const round = Math.floor(party / COLOURS.length);
  return {
    colour: COLOURS[party % COLOURS.length] as string,
    shape: SHAPES[(party + round) % SHAPES.length] as Shape,
  };
}

/** How the line through a party's offers is drawn, apart from its colour. */
export const OFFER_LINE: Readonly<Record<string, string | number>> = Object.freeze({
  "stroke-width": 1.1,
  "stroke-opacity": 0.75,
});

/** How a reservation is drawn, apart from its colour. */
export const RESERVATION_LINE: Readonly<Record<string, string | number>> = Object.freeze({
  class: "reservation",
  "stroke-width": 1.4,
  "stroke-dasharray": "6 4",
});

/** Blue, vermilion, green and ochre: neighbours differ for the common kinds of colour blindness (after Okabe and Ito). */
const COLOURS: readonly string[] = ["#0f78ba", "#c45500", "#008560", "#8a6d00"];

const SHAPES: readonly Shape[] = ["circle", "square", "triangle", "diamond"];
