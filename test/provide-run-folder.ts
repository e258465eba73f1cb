/**
 * @module
 * A folder for what the tests of one run make once and share, such as the packed package; removed at the end of the run.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the folder is; unset where vitest does not run. */
export const RUN_FOLDER = "CONCORDAT_RUN_FOLDER";

/** For vitest, once a run, before its workers start: they inherit the environment. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "concordat-run-"));
  process.env[RUN_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
