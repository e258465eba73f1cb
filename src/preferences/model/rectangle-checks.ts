/**
 * @module
 * Checks hyper-rectangles: their sides name issues, and lie on values that these have.
 */

import type { FieldCheck } from "./field-check.js";
import type { IssueValue } from "./issues.js";
import type { OutcomeSpace } from "./outcome-space.js";
import type { CompleteRectangle, RectangleSide } from "./preferences.js";

/** The member `rectangles` of preferences. What is faulty is left out. */
export function checkedRectangles(check: FieldCheck, space: OutcomeSpace): readonly CompleteRectangle[] {
  const list = check.list("rectangles");
  const positions: Positions = new Map(space.issues.map(({ name }, position) => [name, position]));
  const rectangles: CompleteRectangle[] = [];
  for (let position = 0; position < list.length; position += 1) {
    const inner = check.inside("rectangles", position);
    if (inner === undefined) continue;
    inner.onlyKeys("utility", "weight", "within");
    const utility = inner.number("utility");
    const weight = inner.number("weight", 1);
    const sides = inner.inside("within");
    const within = sides === undefined ? {} : checkedSides(sides, space, positions);
    rectangles.push(Object.freeze({ utility, weight, within }));
  }
  return Object.freeze(rectangles);
}

/** Of the issues, by their names. */
type Positions = ReadonlyMap<string, number>;

function checkedSides(
  check: FieldCheck,
  space: OutcomeSpace,
  positions: Positions,
): Readonly<Record<string, RectangleSide>> {
  const sides: Record<string, RectangleSide> = {};
  for (const name of Object.keys(check.fields)) {
    const position = positions.get(name);
    if (position === undefined) {
      check.fault(name, "sides for issues of the space only");
      continue;
    }
    const inner = check.inside(name);
    if (inner !== undefined) sides[name] = Object.freeze(checkedSide(inner, space, position));
  }
  return Object.freeze(sides);
}

function checkedSide(check: FieldCheck, space: OutcomeSpace, position: number): RectangleSide {
  if (check.fields["values"] !== undefined) {
    check.onlyKeys("values");
    const values = check.list("values") as readonly IssueValue[];
    if (!values.every((value) => space.digitOf(position, value) !== -1)) {
      check.fault("values", "a list of values of the issue");
    }
    // What was read from a text is frozen already.
    return { values: Object.isFrozen(values) ? values : Object.freeze([...values]) };
  }
  check.onlyKeys("min", "max");
  const min = check.number("min");
  const max = check.number("max");
  if (min > max) check.fault("max", "a number of at least min");
  if (space.range(position) === null)
    check.fault(undefined, "a list of values, as not all values are numbers");
  return { min, max };
}
