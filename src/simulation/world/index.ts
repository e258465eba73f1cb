/**
 * @module
 * A world drawn from a seed: rules, parties, clients, agents and nodes, wired together.
 */

export { beginNegotiation, beginPolling, operate } from "./drawn-clients.js";
export { Stage } from "./script-stage.js";
export { SimClient } from "./sim-client.js";
export { WORLD_START, World } from "./world.js";
export {
  type Mutations,
  type SimWorldOptions,
  WORLD_PRESETS,
  type WorldPreset,
  type WorldTerms,
} from "./world-options.js";
export { scaledMs } from "./world-plan.js";
