/**
 * @module
 * Tournaments: their options, and playing all of their jobs in this thread or in several.
 */

export { runTournament, type TournamentResult } from "./run-tournament.js";
export type { TournamentOptions } from "./tournament-options.js";
