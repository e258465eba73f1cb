/**
 * @module
 * The admission hook of an OAP room: only what is signed gets into its records. The service is made with it, and the
 * host, which is made with the service, tells it what to admit.
 */

import type { MaybePromise } from "../../ports/index.js";
import type { AdmissionRequest } from "../../service/commands/index.js";

/** What a hook is asked, whatever the terms are typed as. */
export type OapAdmissionRequest = AdmissionRequest<never> | AdmissionRequest;

/** What a hook answers. */
export type OapVerdict = true | { readonly details: unknown };

/** Judges each move of a room; until a host is there it admits nothing. */
export interface OapAdmit {
  (request: OapAdmissionRequest): MaybePromise<OapVerdict>;
  /** Lets a host judge from now on; `createOapHost` calls it. */
  serve(judge: (request: OapAdmissionRequest) => MaybePromise<OapVerdict>): void;
}

/**
 * A hook without a host as yet. `oapRoom` makes it with the other options of a room.
 *
 * @see docs/requirements/oap.md, OAP-19; docs/requirements/engine.md, EN-46
 */
export function oapAdmit(): OapAdmit {
  let judge: (request: OapAdmissionRequest) => MaybePromise<OapVerdict> = () => NOBODY;
  const admit = (request: OapAdmissionRequest): MaybePromise<OapVerdict> => judge(request);
  admit.serve = (next: typeof judge): void => {
    judge = next;
  };
  return admit;
}

const NOBODY: OapVerdict = Object.freeze({ details: null });
