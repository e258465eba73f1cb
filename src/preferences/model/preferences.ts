/**
 * @module
 * What a party wants, as plain data: how useful each outcome is to it, and what it has without an agreement.
 * Utilities are computed in `utility.ts`; the checks stand in `preference-checks.ts`.
 */

import type { Filled } from "../../core/checks/index.js";
import { FaultList, refusedWith } from "./faults.js";
import type { IssueValue } from "./issues.js";
import type { IssueTerms, OutcomeSpace } from "./outcome-space.js";
import { completePreferences } from "./preference-checks.js";

/** One evaluation for each value of the issue, in its order. */
export interface TableFunction {
  readonly kind: "table";
  readonly values: readonly number[];
}

/** `slope x (value - from) + offset`, kept within `clamp`; for issues whose values are numbers. */
export interface LinearFunction {
  readonly kind: "linear";
  readonly slope: number;
  /** @default 0 */
  readonly offset?: number | undefined;
  /** @default 0 */
  readonly from?: number | undefined;
  /**
   * Least and greatest evaluation; `null` for none.
   *
   * @default null
   */
  readonly clamp?: readonly [number, number] | null | undefined;
}

/** 0 below `low`, rising to `height` at `top`, falling to 0 at `high` and above; for values that are numbers. */
export interface TriangularFunction {
  readonly kind: "triangular";
  readonly low: number;
  readonly top: number;
  readonly high: number;
  /** @default 1 */
  readonly height?: number | undefined;
}

/** How the values of one issue are evaluated. */
export type ValueFunction = TableFunction | LinearFunction | TriangularFunction;

/** What all preferences say about no agreement. */
interface WithReservation {
  /**
   * The utility without an agreement; `null`: none, and every outcome is rational. Inclusive.
   *
   * @default null
   * @see docs/requirements/bargaining.md, BA-5
   */
  readonly reservation?: number | null | undefined;
}

/** `u = bias`, then for each issue in order `u += weight x evaluation`. */
export interface AdditivePreferences extends WithReservation {
  readonly kind: "additive";
  /** One an issue; they need not sum to 1. */
  readonly weights: readonly number[];
  /** One an issue. */
  readonly values: readonly ValueFunction[];
  /** @default 0 */
  readonly bias?: number | undefined;
}

/** A list of outcomes with their utilities; a continuous value counts as its nearest level. */
export interface MappingPreferences extends WithReservation {
  readonly kind: "mapping";
  readonly entries: readonly MappingEntry[];
  /** The utility of all other outcomes. */
  readonly otherwise: number;
}

/** One outcome of a mapping. */
export interface MappingEntry {
  readonly outcome: IssueTerms;
  readonly utility: number;
}

/** `bias` plus `weight x utility` of every hyper-rectangle that holds the outcome, in their order. */
export interface RectanglePreferences extends WithReservation {
  readonly kind: "rectangles";
  /** @default 0 */
  readonly bias?: number | undefined;
  readonly rectangles: readonly Rectangle[];
}

/** A box of outcomes: those within all its sides. Issues that it does not name are free. */
export interface Rectangle {
  readonly utility: number;
  /** @default 1 */
  readonly weight?: number | undefined;
  /** By issue name. */
  readonly within: Readonly<Record<string, RectangleSide>>;
}

/** Both ends inclusive, or a list of values; a continuous value of a list counts as its nearest level. */
export type RectangleSide =
  | { readonly min: number; readonly max: number }
  | { readonly values: readonly IssueValue[] };

/**
 * Other preferences, mapped from one range to another: `to[0] + (u - from[0]) / (from[1] - from[0]) (to[1] - to[0])`.
 *
 * It keeps the order of outcomes to the last bit, which scaled weights cannot; `normalise` makes it.
 */
export interface AffinePreferences extends WithReservation {
  readonly kind: "affine";
  readonly base: TablePreferences;
  /** Least and greatest utility of `base`. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

/** What gives each outcome one utility by itself. */
export type TablePreferences = AdditivePreferences | MappingPreferences | RectanglePreferences;

/** Preferences without a discount: what strategies and analysis work on. */
export type UndiscountedPreferences = TablePreferences | AffinePreferences;

/** Preferences whose utilities shrink with relative time t: `u factor^t`, or linear `u - (1 - factor) t`. */
export interface DiscountedPreferences extends WithReservation {
  readonly kind: "discounted";
  readonly base: UndiscountedPreferences;
  /** Above 0, at most 1. */
  readonly factor: number;
  /** @default "exponential" */
  readonly form?: "exponential" | "linear" | undefined;
  /**
   * Whether the reservation shrinks with the utility.
   *
   * @default true
   */
  readonly discountReservation?: boolean | undefined;
}

/**
 * What one party wants, as a user writes it. A `discounted` one without a `reservation` has that of its base.
 *
 * @see docs/requirements/bargaining.md, BA-4 and BA-5
 */
export type Preferences = UndiscountedPreferences | DiscountedPreferences;

/** A value function with its defaults filled in. */
export type CompleteValueFunction = TableFunction | Filled<LinearFunction> | Filled<TriangularFunction>;

/** A hyper-rectangle with its weight. */
export type CompleteRectangle = Filled<Rectangle>;

/** Additive preferences with their defaults filled in. */
export type CompleteAdditive = Filled<Omit<AdditivePreferences, "values">> & {
  readonly values: readonly CompleteValueFunction[];
};

/** A mapping with its defaults filled in. */
export type CompleteMapping = Filled<MappingPreferences>;

/** Hyper-rectangles with their defaults filled in. */
export type CompleteRectangles = Filled<Omit<RectanglePreferences, "rectangles">> & {
  readonly rectangles: readonly CompleteRectangle[];
};

/** Affine preferences with their defaults filled in. */
export type CompleteAffine = Filled<Omit<AffinePreferences, "base">> & {
  readonly base: CompleteAdditive | CompleteMapping | CompleteRectangles;
};

/** Undiscounted preferences with their defaults filled in. */
export type CompleteUndiscounted = CompleteAdditive | CompleteMapping | CompleteRectangles | CompleteAffine;

/** Discounted preferences with their defaults filled in. */
export type CompleteDiscounted = Filled<Omit<DiscountedPreferences, "base">> & {
  readonly base: CompleteUndiscounted;
};

/** Preferences with their defaults filled in, frozen at every depth. */
export type CompletePreferences = CompleteUndiscounted | CompleteDiscounted;

/**
 * The preferences, complete and frozen at every depth.
 *
 * @throws {NegotiationError} `preferences_invalid` with every fault
 * @see docs/requirements/bargaining.md, BA-4 and BA-5
 */
export function checkedPreferences(preferences: Preferences, space: OutcomeSpace): CompletePreferences {
  const faults = new FaultList();
  const complete = completePreferences(preferences, space, [], faults);
  if (complete === undefined) throw refusedWith("preferences_invalid", "the preferences", faults);
  return complete;
}

/** The utility without an agreement, undiscounted; `null` when the preferences name none. */
export function reservationOf(preferences: Preferences): number | null {
  if (preferences.reservation !== undefined) return preferences.reservation;
  return preferences.kind === "discounted" ? reservationOf(preferences.base) : null;
}

/** The same preferences at t = 0 for all time, with the same reservation. */
export function undiscounted(preferences: Preferences): UndiscountedPreferences {
  if (preferences.kind !== "discounted") return preferences;
  return Object.freeze({ ...preferences.base, reservation: reservationOf(preferences) });
}

/** Whether both give every outcome of the space the same utility by the same data, and have one reservation. */
export function isSamePreferences(one: Preferences, other: Preferences, space: OutcomeSpace): boolean {
  const [first, second] = [one, other].map((preferences) =>
    completePreferences(undiscounted(preferences), space, [], new FaultList()),
  );
  return first !== undefined && second !== undefined && isSameJson(first, second);
}

function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && isSameJson(memberOf(one, key), memberOf(other, key)),
  );
}

function memberOf(holder: object, key: string): unknown {
  return (holder as Readonly<Record<string, unknown>>)[key];
}
