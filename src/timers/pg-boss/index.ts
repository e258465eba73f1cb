/**
 * @module
 * The timer over pg-boss 12.35 (Node 22.12 or later): wake-ups as jobs in PostgreSQL, for several processes.
 *
 * @example
 * import { pgBossTimer } from "concordat/pg-boss";
 * const timer = pgBossTimer({ boss, store: () => store });
 */

export type { Boss, BossJob, JobResult, SqlExecutor } from "./boss.js";
export {
  type CommittedDeadline,
  type PgBossTimer,
  type PgBossTimerOptions,
  pgBossTimer,
  type SweptStore,
} from "./pg-boss-timer.js";
