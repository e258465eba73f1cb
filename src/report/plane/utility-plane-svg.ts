/**
 * @module
 * The utility plane of a scenario as an SVG document: one plane for each pair of parties.
 */

import { readOptions } from "../../core/checks/index.js";
import { HEADING_HEIGHT, legend, type PictureHeading, picture } from "../drawing/index.js";
import { type PlaneOptions, pairsOf, type Scene, sceneOf } from "../scene/index.js";
import { headingOf, planeDescription } from "./description.js";
import { plane } from "./plane.js";
import { planeView } from "./plane-axes.js";
import { planeLegend } from "./plane-legend.js";

/**
 * An SVG document of the utility plane: all outcomes, and where they are given the offers of a trace with the
 * agreement, and the frontier and solution points of an analysis, each by the name of its rule.
 *
 * The first party's utility grows to the right, the second's upward; three parties make three planes. The document
 * refers to nothing outside itself, holds no script, reads well on white and on black, and is the same for the
 * same input. Of more than 5,000 outcomes a seeded sample is drawn, and the legend says so.
 *
 * @throws {NegotiationError} `issue_invalid` or `preferences_invalid` for the scenario
 * @throws {TypeError} for an unknown option; `RangeError` for a seed that is no safe integer
 * @see docs/requirements/bargaining.md, BA-39 and BA-40
 * @example
 * const scenario = generateScenario(7, [5, 5, 5], 2);
 * const strategies = [boulware(), conceder()];
 * const { trace } = runNegotiation({ scenario, strategies, turnLimit: 200, trace: true });
 * const svg = utilityPlaneSvg({ scenario, trace, analysis: analysisOf(scenario) });
 */
export function utilityPlaneSvg(options: PlaneOptions): string {
  const read = readOptions("the options of utilityPlaneSvg", options, [
    "scenario",
    "trace",
    "analysis",
    "seed",
  ]);
  return planePicture(sceneOf(read));
}

/** The picture of a scene that was made before. */
export function planePicture(scene: Scene, heading: PictureHeading = headingOf(scene)): string {
  const pairs = pairsOf(scene.parties.length);
  const planes = pairs.map((pair, index) => {
    const area = { left: LEFT, top: HEADING_HEIGHT + 8 + index * PLANE_HEIGHT, width: SIDE, height: SIDE };
    return plane(scene, planeView(scene, pair, area));
  });
  const below = HEADING_HEIGHT + pairs.length * PLANE_HEIGHT;
  const signs = legend(planeLegend(scene), { x: 20, y: below, width: WIDTH - 40 });
  return picture(
    {
      width: WIDTH,
      height: below + signs.height + 12,
      ...heading,
      description: planeDescription(scene),
    },
    [...planes, signs.markup],
  );
}

/** Pixels. The planes are square, so that an equal gain for both runs at 45 degrees where the ranges are equal. */
const SIDE = 470;

const LEFT = 72;

const WIDTH = 830;

/** The plane with its axis names and the space to the next. */
const PLANE_HEIGHT = SIDE + 64;
