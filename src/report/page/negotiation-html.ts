/**
 * @module
 * A negotiation as an HTML page: the utility plane, the timeline, the solution points and all turns; or, for one of
 * the parties, what is its own.
 */

import type { Analysis } from "../../analysis/index.js";
import { readOptions } from "../../core/checks/index.js";
import { endingWords, planePicture } from "../plane/index.js";
import {
  type NegotiationScene,
  ownScene,
  type PlaneOptions,
  type Scene,
  type ShownTraceRow,
  sceneOf,
} from "../scene/index.js";
import { solutionNote, solutionTable, turnNote, turnTable } from "../tables/index.js";
import { timelinePicture } from "../timeline/index.js";
import { type PageSection, page, pictureSection } from "./page.js";

/** What a page on a negotiation is made of. */
export interface NegotiationPageOptions extends PlaneOptions {
  /**
   * The name of the party that the page is for: then it has no plane and no analysis, and no utility but its own.
   *
   * @default undefined: for researchers, with everything
   */
  readonly viewer?: string | undefined;
}

/**
 * An HTML page of a negotiation: one file without scripts or references, the same for the same input.
 *
 * @throws {NegotiationError} `issue_invalid` or `preferences_invalid` for the scenario
 * @throws {TypeError} for an unknown option, or a viewer that is no party; `RangeError` for a seed that is no
 * safe integer
 * @see docs/requirements/bargaining.md, BA-39 to BA-41
 * @example
 * const scenario = generateScenario(7, [5, 5, 5], 2);
 * const strategies = [boulware(), conceder()];
 * const { trace } = runNegotiation({ scenario, strategies, turnLimit: 200, trace: true });
 * const html = negotiationHtml({ scenario, trace, analysis: analysisOf(scenario) });
 */
export function negotiationHtml(options: NegotiationPageOptions): string {
  const keys = ["scenario", "trace", "analysis", "seed", "viewer"] as const;
  const { viewer, ...shown } = readOptions("the options of negotiationHtml", options, keys);
  const trace = shown.trace ?? [];
  if (viewer === undefined) {
    const scene = sceneOf(shown);
    return written(scene, [planeSection(scene), ...findings(scene), ...storySections(scene, trace)]);
  }
  const scene = ownScene(shown.scenario, trace, viewer);
  return written(scene, storySections(scene, trace));
}

function written(scene: NegotiationScene, sections: readonly PageSection[]): string {
  return page({ title: scene.name, subtitle: endingWords(scene), sections });
}

function planeSection(scene: Scene): PageSection {
  const subtitle = "What each outcome is worth to the parties";
  const heading = { title: "Utility plane", subtitle, isShown: false };
  return pictureSection(heading, planePicture(scene, heading));
}

function storySections(scene: NegotiationScene, trace: readonly ShownTraceRow[]): readonly PageSection[] {
  if (trace.length === 0) return [];
  return [
    pictureSection(OVER_TIME, timelinePicture(scene, OVER_TIME)),
    { heading: "Turns", note: turnNote(trace.length), content: [turnTable(scene, trace)] },
  ];
}

const OVER_TIME = { title: "Over time", subtitle: "What each offer is worth", isShown: false };

function findings(scene: Scene): readonly PageSection[] {
  const analysis: Analysis | undefined = scene.analysis;
  if (analysis === undefined) return [];
  const content = [solutionTable(scene, analysis)];
  return [{ heading: "Solution points", note: solutionNote(analysis), content }];
}
