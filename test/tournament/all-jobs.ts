import { type Job, type JobPlan, jobList } from "../../src/tournament/play/index.js";

/** All jobs of a plan at once. */
export function allJobs(plan: JobPlan): readonly Job[] {
  const jobs = jobList(plan);
  return Array.from({ length: jobs.count }, (_, index) => jobs.at(index)!);
}
