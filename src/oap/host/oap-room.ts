/**
 * @module
 * What makes a room of the engine an OAP room: its rules, its admission, and a terms schema that changes nothing.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { TermsSchema } from "../../ports/index.js";
import type { ServiceOptions } from "../../service/options/index.js";
import { alteredTerms } from "../agreement/index.js";
import { ALTERED } from "../record/index.js";
import { type OapAdmit, oapAdmit } from "./admission.js";

/** Options of a `NegotiationService`; others may be spread beside them. */
export interface OapRoom<Terms = unknown> extends Pick<ServiceOptions<Terms>, "terms"> {
  readonly rules: NonNullable<ServiceOptions["rules"]>;
  readonly admit: OapAdmit;
}

/**
 * The options that a service needs for a host: the preset `oap`, the admission hook, the terms schema.
 *
 * @param options.terms - any Standard Schema; it accepts or refuses, and one that would alter terms refuses them
 * @param options.rules - laid over the preset, such as `totalMs`; rounds and validity follow from the manifest
 * @example
 * const room = oapRoom();
 * const service = new NegotiationService("market-7", { ...room });
 */
export function oapRoom<Terms = unknown>(
  options: Pick<ServiceOptions<Terms>, "terms" | "rules"> = {},
): OapRoom<Terms> {
  const { terms, rules } = options;
  return Object.freeze({
    rules: { ...rules, preset: "oap" as const },
    admit: oapAdmit(),
    ...(terms && { terms: unaltered(terms) }),
  });
}

/** The same schema; what it would change is an issue (OAP-13). */
function unaltered<Terms>(schema: TermsSchema<Terms>): TermsSchema<Terms> {
  const standard = schema["~standard"];
  type Result = Awaited<ReturnType<typeof standard.validate>>;
  return {
    "~standard": {
      ...standard,
      validate: (signed: unknown) => {
        const judged = (result: Result): Result =>
          result.issues === undefined && alteredTerms(signed as JsonObject, result.value)
            ? { issues: [{ message: ALTERED }] }
            : result;
        const result = standard.validate(signed);
        return "then" in result ? Promise.resolve(result).then(judged) : judged(result as Result);
      },
    },
  };
}
