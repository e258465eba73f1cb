/**
 * @module
 * The table of transitions of docs/guide/states.md.
 */

import { type Edge, type StateNode, stateTree } from "../../src/core/machine/index.js";
import { markdownTable } from "./markdown-table.js";

/**
 * The transitions of a machine as a Markdown table, in the order in which they are tried.
 *
 * States with the same transitions share their rows. What stands for a compound state holds for every
 * state within it that does not handle the event itself.
 */
export function transitionTable(config: unknown): string {
  const states = allStates(stateTree(config, "machine")).filter((state) => state.edges.length > 0);
  const groups = new Map<string, { names: string[]; edges: readonly Edge[] }>();
  for (const state of states) {
    const key = JSON.stringify(state.edges);
    const group = groups.get(key) ?? { names: [], edges: state.edges };
    group.names.push(state.states.length > 0 ? `any in \`${state.name}\`` : `\`${state.name}\``);
    groups.set(key, group);
  }
  const rows = [...groups.values()].flatMap(({ names, edges }) =>
    edges.map((edge) => [
      names.join(", "),
      `\`${edge.event}\``,
      edge.guard === null ? "" : `\`${edge.guard}\``,
      edge.target === null ? "the same" : `\`${edge.target}\``,
      edge.update === null ? "" : `\`${edge.update}\``,
    ]),
  );
  return markdownTable(["state", "event", "if", "next state", "update"], rows);
}

function allStates(state: StateNode): StateNode[] {
  return state.states.flatMap((child) => [...allStates(child), child]);
}
