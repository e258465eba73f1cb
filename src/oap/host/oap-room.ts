/**
 * @module
 * What makes a room of the engine an OAP room: its rules, a terms schema that changes nothing, and an admission that lets
 * only what is signed into its records. And what a host needs of the service made with it.
 */

import { demandShape, isShaped, readOptions } from "../../core/checks/index.js";
import { isEqualJson, type Json, type JsonObject } from "../../core/json/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Negotiation } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import type { MaybePromise, TermsSchema } from "../../ports/index.js";
import type { AdmissionRequest, CommandResult, CreationOptions } from "../../service/commands/index.js";
import type { ServiceOptions } from "../../service/options/index.js";
import { alteredTerms } from "../documents/index.js";
import { ALTERED } from "../record/index.js";

/** Options of a `NegotiationService`; others may be spread beside them. */
export interface OapRoom<Terms = unknown> extends Pick<ServiceOptions<Terms>, "terms"> {
  readonly rules: NonNullable<ServiceOptions["rules"]>;
  readonly admit: OapAdmit;
}

/**
 * The options that a service needs for a host: the preset `oap`, the admission hook, the terms schema.
 *
 * @param options.terms - any Standard Schema; it accepts or refuses, and one that would alter terms refuses them
 * @param options.rules - laid over the preset, such as `totalMs`; rounds and validity follow from the manifest and the host's `maxValidityMs`
 * @throws {TypeError} for terms that are no schema, a `turnMs`, rules that are OAP's own (`preset`, `actions`, `opener`, `onReject`, `withdrawOffTurn`, `terms`) or ask for what no
 * document has (`messageRequiredFor`, `assessmentRequired`), and for an unknown option
 * @example
 * const room = oapRoom();
 * const service = new NegotiationService("market-7", { ...room });
 */
export function oapRoom<Terms = unknown>(
  options: Pick<ServiceOptions<Terms>, "terms" | "rules"> = {},
): OapRoom<Terms> {
  const { terms, rules } = readOptions("the options of an OAP room", options, ["terms", "rules"]);
  demandShape("rules", rules, "object");
  if (terms !== undefined && !isShaped(Object(terms)["~standard"], ["validate"]))
    throw new TypeError(`Expected terms to be a Standard Schema, as of zod, got ${shown(terms)}.`);
  const { turnMs, ...others } = rules ?? {};
  for (const [name, value] of Object.entries(FIXED)) {
    const { [name]: own = value } = others as Readonly<Record<string, Json>>;
    if (!isEqualJson(inOrder(own), inOrder(value)))
      throw new TypeError(
        `Expected rules that leave ${name} as OAP has it (${JSON.stringify(value)}), got ${shown(own)}.`,
      );
  }
  if (turnMs !== undefined)
    throw new TypeError("Expected rules without turnMs: offers live by the host's maxValidityMs.");
  return Object.freeze({
    rules: { ...rules, preset: "oap" as const },
    admit: oapAdmit(),
    ...(terms && { terms: unaltered(terms) }),
  });
}

/** By others no negotiation would be one of OAP, or documents would lack what is asked for. */
const FIXED: Readonly<Record<string, Json>> = {
  preset: "oap",
  actions: ["propose", "counter", "accept", "reject", "withdraw"],
  opener: "initiator",
  onReject: "end",
  withdrawOffTurn: true,
  terms: "required",
  messageRequiredFor: [],
  assessmentRequired: false,
};

/** Of a list its members, in whatever order. */
const inOrder = (value: Json): Json => (Array.isArray(value) ? [...value].sort() : value);

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

/** A `NegotiationService`, made with the options of `oapRoom`; whatever its terms are typed as. */
export interface OapService {
  readonly roomId: string;
  createNegotiation(
    initiator: string,
    responder: string,
    proposal: undefined,
    creation: CreationOptions,
  ): Promise<Negotiation>;
  submit(
    id: string,
    partyId: string,
    move: Move,
    options: { readonly commandId: string; readonly expectedVersion: number },
  ): Promise<CommandResult>;
  getNegotiation(id: string): Negotiation | undefined;
  loadNegotiation(id: string): Promise<Negotiation | undefined>;
  wake(id: string): Promise<void>;
  on(
    event: "negotiation:agreed" | "negotiation:settled",
    listener: (negotiation: Negotiation) => void,
  ): unknown;
}
