/**
 * @module
 * Whole pages: of a negotiation, and of a tournament.
 */

export { type NegotiationPageOptions, negotiationHtml } from "./negotiation-html.js";
export { type TournamentPageOptions, tournamentHtml } from "./tournament-html.js";
