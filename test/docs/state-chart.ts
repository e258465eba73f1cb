/**
 * @module
 * The state chart of the README, as Mermaid text.
 */

import { type Edge, type StateNode, stateTree } from "./machine-edges.js";

/** The chart of a machine, with a line below it on the events that keep a compound state. */
export function stateChart(config: unknown): string {
  const root = stateTree(config, "machine");
  const lines = ["```mermaid", "stateDiagram-v2", ...insideOf(root, "  "), "```"];
  const keeping = root.states.filter((state) => state.states.length > 0).flatMap(keptBy);
  return [...lines, ...keeping.flatMap((line) => ["", line])].join("\n");
}

/**
 * The chart of what is within `parent`.
 *
 * An edge is drawn in the smallest state that holds both its ends: a state that is first named within
 * another one is drawn there.
 */
function insideOf(parent: StateNode, indent: string): string[] {
  const entry = parent.initial === null ? [] : [`${indent}[*] --> ${parent.initial}`];
  const children = parent.states
    .filter((state) => state.states.length > 0)
    .flatMap((state) => [`${indent}state ${state.name} {`, ...insideOf(state, `${indent}  `), `${indent}}`]);
  const own = parent.states.map((state) => state.name);
  const edges = descendants(parent).flatMap((state) =>
    edgesOf(state).filter(({ target }) => own.includes(target) && !staysWithin(parent, state.name, target)),
  );
  return [...entry, ...children, ...edges.map(({ line }) => indent + line)];
}

/** Whether both ends stand in one of the compound states within `parent`. */
function staysWithin(parent: StateNode, source: string, target: string): boolean {
  return parent.states.some((state) => {
    const inside = descendants(state).map((one) => one.name);
    return inside.includes(source) && inside.includes(target);
  });
}

function descendants(state: StateNode): StateNode[] {
  return state.states.flatMap((child) => [child, ...descendants(child)]);
}

/** One line a pair of states. A loop on a compound state is left out: renderers fail on it. */
function edgesOf(state: StateNode): { readonly target: string; readonly line: string }[] {
  const events = new Map<string, string[]>();
  for (const edge of state.edges) {
    if (edge.target === null && state.states.length > 0) continue;
    const target = edge.target ?? state.name;
    const known = events.get(target) ?? [];
    if (!known.includes(edge.event)) known.push(edge.event);
    events.set(target, known);
  }
  return [...events].map(([target, names]) => ({
    target,
    line: `${state.name} --> ${target}: ${names.join(", ")}`,
  }));
}

function keptBy(state: StateNode): string[] {
  const keeping = state.edges.filter((edge: Edge) => edge.target === null).map((edge) => `\`${edge.event}\``);
  if (keeping.length === 0) return [];
  return [`Not drawn: ${[...new Set(keeping)].join(", ")} can also keep a state within \`${state.name}\`.`];
}
