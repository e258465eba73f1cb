/**
 * @module
 * Reads the machine's configuration as states with their edges, for charts and tables.
 */

/** One way from a state to the next, in the order in which the machine tries them. */
export interface Edge {
  readonly event: string;
  /** The name of the guard; `null` when it is taken always. */
  readonly guard: string | null;
  /** The next state; `null` when the event keeps the state. */
  readonly target: string | null;
  /** The name of the update; `null` when the record stays as it is. */
  readonly update: string | null;
}

/** A state with its edges and the states within it. */
export interface StateNode {
  readonly name: string;
  readonly isFinal: boolean;
  /** The state within it that is entered first; `null` for a leaf. */
  readonly initial: string | null;
  readonly edges: readonly Edge[];
  readonly states: readonly StateNode[];
}

/**
 * The states of a machine's configuration, the machine itself as the outermost.
 *
 * @param config - the `config` of an XState machine
 */
export function stateTree(config: unknown, name: string): StateNode {
  const { type, initial, on, states } = config as Readonly<Record<string, unknown>>;
  return {
    name,
    isFinal: type === "final",
    initial: typeof initial === "string" ? initial : null,
    edges: Object.entries((on ?? {}) as object).flatMap(([event, ways]) =>
      (Array.isArray(ways) ? ways : [ways]).map((way) => edgeOf(event, way)),
    ),
    states: Object.entries((states ?? {}) as object).map(([child, its]) => stateTree(its, child)),
  };
}

function edgeOf(event: string, way: unknown): Edge {
  const { guard, target, actions } =
    typeof way === "string" ? { target: way } : (way as Record<string, unknown>);
  return { event, guard: nameOf(guard), target: lastSegment(nameOf(target)), update: nameOf(actions) };
}

function nameOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== "string")
    throw new TypeError("Expected guards, targets and actions to be named by strings.");
  return value;
}

/** `#negotiation.live.countered` is the state `countered`; the names of our states are unique. */
function lastSegment(target: string | null): string | null {
  return target === null ? null : target.slice(target.lastIndexOf(".") + 1);
}
