/**
 * @module
 * The state chart of docs/guide/states.md, as Mermaid text.
 */

import { type StateNode, stateTree } from "../../src/core/machine/index.js";

/**
 * The chart of a machine, with a line below it on events that are not drawn.
 *
 * A compound state is a box of its own, "any of" its leaves: where edges leave a frame and the states
 * within it alike, Mermaid's layout puts labels over states.
 */
export function stateChart(config: unknown): string {
  const root = stateTree(config, "machine");
  const states = allWithin(root);
  const compounds = states.filter((state) => state.states.length > 0);
  return [
    "```mermaid",
    "stateDiagram-v2",
    "  direction LR",
    ...compounds.map((state) => `  state "any of ${leavesOf(state).join(", ")}" as ${state.name}`),
    `  [*] --> ${firstLeafOf(root)}`,
    ...states.flatMap((state) => edgesOf(state).map((line) => `  ${line}`)),
    "```",
    ...compounds.flatMap(keptBy),
  ].join("\n");
}

/** Children before their parent. */
function allWithin(state: StateNode): StateNode[] {
  return state.states.flatMap((child) => [...allWithin(child), child]);
}

function leavesOf(state: StateNode): string[] {
  return allWithin(state)
    .filter((one) => one.states.length === 0)
    .map((one) => one.name);
}

function firstLeafOf(state: StateNode): string {
  const first = state.states.find((child) => child.name === state.initial);
  return first === undefined ? state.name : firstLeafOf(first);
}

/** One line a pair of states. Where a box of several states keeps the state, nothing is drawn. */
function edgesOf(state: StateNode): string[] {
  const events = new Map<string, Set<string>>();
  for (const edge of state.edges) {
    if (edge.target === null && state.states.length > 0) continue;
    const target = edge.target ?? state.name;
    events.set(target, (events.get(target) ?? new Set()).add(edge.event));
  }
  return [...events].map(([target, names]) => `${state.name} --> ${target}: ${[...names].join(", ")}`);
}

function keptBy(state: StateNode): string[] {
  const keeping = state.edges.filter((edge) => edge.target === null).map((edge) => `\`${edge.event}\``);
  if (keeping.length === 0) return [];
  return ["", `Not drawn, since they can keep the state as it is: ${[...new Set(keeping)].join(", ")}.`];
}
