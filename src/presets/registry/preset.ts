/**
 * @module
 * What a preset is: a name, rules, and how records are shown. `define-preset.ts` checks one.
 */

import type { Json } from "../../core/json/index.js";
import type { Seat, Status } from "../../core/record/index.js";
import type { RulesInput } from "../../core/rules/index.js";

/** A named set of rules; the record carries the resolved rules, so another process needs no preset to go on. */
export interface Preset {
  /** 1 to 64 characters. */
  readonly name: string;
  /** What is left out is as in the preset `room`. */
  readonly rules: RulesInput;
  /** The words of another vocabulary for our statuses, where they differ. @default none */
  readonly statusNames?: Readonly<Partial<Record<Status, string>>> | undefined;
  /** What one side sees of the context; pure. @default the context itself, for both sides */
  readonly projectContext?: ((context: Json, seat: Seat) => Json) | undefined;
}
