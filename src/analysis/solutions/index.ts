/**
 * @module
 * Solution points, each by the name of its rule, and the whole analysis of a scenario.
 */

export { type Analysis, type AnalysisOptions, analysisOf, type PartyAnalysis } from "./analysis-of.js";
export { minimumGainSpread, minimumUtilityDifference } from "./equality.js";
export { kalaiEgalitarian, kalaiSmorodinsky } from "./kalai.js";
export { nash } from "./nash.js";
export { oppositionAbsolute, oppositionOfMinimumDifference, oppositionRelative } from "./opposition.js";
export type { Solution, SolutionRule } from "./solution.js";
export { maximumRelativeWelfare, maximumWelfare } from "./welfare.js";
