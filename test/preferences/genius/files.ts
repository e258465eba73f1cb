/**
 * @module
 * A small GENIUS scenario of our own: a flat-share that settles rent, floor and the day of cleaning.
 */

import { NegotiationError } from "../../../src/errors.js";
import { fromGeniusXml } from "../../../src/preferences/formats/genius/index.js";
import type { Fault } from "../../../src/preferences/model/index.js";

/** Listed out of order on purpose: the order is that of the indices. */
export const DOMAIN = `<?xml version="1.0" encoding="UTF-8"?>
<negotiation_template>
  <utility_space number_of_issues="2">
    <objective index="0" name="flat-share" type="objective" etype="objective">
      <issue index="2" name="floor" type="discrete" etype="discrete" vtype="discrete">
        <item index="1" value="ground"/>
        <item index="2" value="attic"/>
      </issue>
      <issue index="1" name="rent &amp; heat" type="discrete" etype="discrete" vtype="discrete">
        <item index="3" value="600"/>
        <item index="1" value="400"/>
        <item index="2" value="500 &lt; 600"/>
      </issue>
    </objective>
  </utility_space>
</negotiation_template>`;

/** D-4: the largest evaluation is 40, the reservation 0.8, the discount 0.5. */
export const PROFILE = `<utility_space>
  <objective index="0" name="flat-share">
    <weight index="2" value="0.25"/>
    <weight index="1" value="0.75"/>
    <issue index="1" name="rent &amp; heat" type="discrete">
      <item index="1" value="600" evaluation="10"/>
      <item index="2" value="500 &lt; 600" evaluation="24"/>
      <item index="3" value="400" evaluation="40"/>
    </issue>
    <issue index="2" name="floor" type="discrete">
      <item index="1" value="attic" evaluation="3"/>
      <item index="2" value="ground" evaluation="12"/>
    </issue>
  </objective>
  <discount_factor value="0.5"/>
  <reservation value="0.8"/>
</utility_space>`;

/** A domain whose second issue is another: the text of an `issue` element with index 2. */
export function domainWith(issue: string): string {
  return DOMAIN.replace(/<issue index="2"[\s\S]*?<\/issue>/, issue);
}

/** The profile to it. */
export function profileWith(issue: string): string {
  return PROFILE.replace(/<issue index="2"[\s\S]*?<\/issue>/, issue);
}

/** The listed faults of files that `fromGeniusXml` refuses. */
export async function geniusFaults(
  domain: string,
  ...profiles: readonly string[]
): Promise<readonly string[]> {
  return listed(await failureOf(fromGeniusXml(domain, profiles)));
}

/** What the findings list, shortly: `path: expected`. */
export function listed(error: unknown): readonly string[] {
  if (!NegotiationError.isInstance(error)) throw error;
  return (error.details["issues"] as readonly Fault[]).map(
    ({ path, expected }) => `${path.join("/")}: ${expected}`,
  );
}

/** The error that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<NegotiationError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!NegotiationError.isInstance(error)) throw error ?? new Error("Expected a failure.");
  return error;
}
