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

/** Children first, so that each state stands in the chart before an edge leads out of it. */
function insideOf(parent: StateNode, indent: string): string[] {
  const entry = parent.initial === null ? [] : [`${indent}[*] --> ${parent.initial}`];
  const children = parent.states
    .filter((state) => state.states.length > 0)
    .flatMap((state) => [`${indent}state ${state.name} {`, ...insideOf(state, `${indent}  `), `${indent}}`]);
  const edges = parent.states.flatMap((state) => edgesOf(state).map((line) => indent + line));
  const ends = parent.states
    .filter((state) => state.isFinal)
    .map((state) => `${indent}${state.name} --> [*]`);
  return [...entry, ...children, ...edges, ...ends];
}

/** One line a pair of states. A loop on a compound state is left out: renderers fail on it. */
function edgesOf(state: StateNode): string[] {
  const events = new Map<string, string[]>();
  for (const edge of state.edges) {
    if (edge.target === null && state.states.length > 0) continue;
    const target = edge.target ?? state.name;
    const known = events.get(target) ?? [];
    if (!known.includes(edge.event)) known.push(edge.event);
    events.set(target, known);
  }
  return [...events].map(([target, names]) => `${state.name} --> ${target}: ${names.join(", ")}`);
}

function keptBy(state: StateNode): string[] {
  const keeping = state.edges.filter((edge: Edge) => edge.target === null).map((edge) => `\`${edge.event}\``);
  if (keeping.length === 0) return [];
  return [`Not drawn: ${[...new Set(keeping)].join(", ")} can also keep a state within \`${state.name}\`.`];
}
