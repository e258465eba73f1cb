/**
 * @module
 * A negotiation as text for people, whatever its preset.
 */

export { closingTranscript, type TranscriptOptions, transcript, turnTranscript } from "./transcript.js";
