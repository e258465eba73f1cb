/**
 * @module
 * How much the jobs of the simulation run (docs/requirements/simulation.md, section 8). How long they take is
 * printed and never asserted; nothing is made to be quicker by lowering a number here, and a test pins them.
 */

export const counts = {
  /** Worlds at every push, over all presets. */
  safetyWorlds: 5_000,
  livenessWorlds: 2_000,
  /** Seeds that run twice. */
  doubleRunSeeds: 20,
  /** Seeds within which each mutant is caught. */
  mutantSeeds: 5_000,
  /** Seconds for making one failing world smaller. */
  reductionSeconds: 20,
  /** Minutes of worlds at night. */
  nightlyMinutes: 60,
  /** The first seed of a night is the number of the day times this. */
  nightlySeedsPerDay: 1_000_000,
} as const;
