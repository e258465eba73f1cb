/**
 * @module
 * The operations of OAP: those of a host's endpoints, joined to this router and its document. The host reads the
 * bodies, verifies what is signed and decides on statuses and codes.
 */

import type { Filled } from "../../core/checks/index.js";
import type { InputLimits } from "../door/index.js";
import type { OnError } from "./http-options.js";
import {
  OapAcceptRequest,
  OapAgreementAnswer,
  OapCosignRequest,
  OapHistory,
  OapOpen,
  OapProposal,
  OapRedaction,
  OapRedactRequest,
  OapRejection,
  OapWithdrawal,
} from "./oap-schemas.js";
import type { Operation, Success } from "./operations.js";
import { type Schema, z } from "./peers.js";

/** The endpoints of an OAP host: `createOapHost()` of concordat/oap gives one. */
export interface OapEndpoints {
  /** Answers a request of an authenticated caller; never rejects. */
  fetch(
    request: Request,
    callerDid: string | null,
    options?: Filled<InputLimits> & { readonly onError?: (error: unknown) => void },
  ): Promise<Response>;
}

/** @see docs/requirements/bridges.md, HT-3; docs/requirements/oap.md, section 9 */
export function oapFamily(
  host: OapEndpoints,
  { bodyBytes, bodyMs, depth, items }: Filled<InputLimits>,
  onError: OnError,
): readonly Operation[] {
  const history = { description: "The negotiation as its parties see it.", schema: OapHistory };
  const seen = { ...history, headers: ["ETag"] };
  const agreed = { description: "The agreement.", schema: OapAgreementAnswer };

  function endpoint(
    verb: string,
    summary: string,
    body: Schema | undefined,
    success: Readonly<Record<number, Success>>,
    problems: string,
  ): Operation {
    const isOpen = verb === "open";
    const operationId = `oap${verb[0]?.toUpperCase()}${verb.slice(1)}`;
    const below = body === undefined || isOpen ? "" : `/${verb}`;
    return {
      operationId,
      method: body === undefined ? "get" : "post",
      path: `/oap/negotiation/${isOpen ? "open" : "{id}"}${below}`,
      summary,
      ...(body === undefined
        ? { query: z.object({ after: z.int().min(0).default(0) }) }
        : { body, headers: isOpen ? [] : ["If-Match"] }),
      isPassedOn: true,
      success,
      problems: problems.split(" ").map(Number),
      act: ({ request, caller, params }) => {
        const context = { operationId, negotiationId: params["id"] ?? null };
        return host.fetch(request, caller.partyId, {
          ...{ bodyBytes, bodyMs, depth, items },
          onError: (error) => onError(error, context),
        });
      },
    };
  }

  const posted = "400 401 403 404 408 409 412 413 415 422 429 500 502 503";
  return [
    endpoint(
      "open",
      "Begins a negotiation.",
      OapOpen,
      { 201: { ...history, headers: ["Location", "ETag"] } },
      "400 401 403 408 409 413 415 422 429 500 502 503",
    ),
    endpoint("history", "Reads a negotiation.", undefined, { 200: seen }, "400 401 404 500 503"),
    endpoint("propose", "Proposes, or counters.", OapProposal, { 201: seen }, posted),
    endpoint("accept", "Accepts the standing proposal.", OapAcceptRequest, { 200: agreed }, posted),
    endpoint("reject", "Rejects the standing proposal.", OapRejection, { 200: seen }, posted),
    endpoint("withdraw", "Walks away.", OapWithdrawal, { 200: seen }, posted),
    endpoint(
      "cosign",
      "Signs the agreement that the other party has accepted.",
      OapCosignRequest,
      { 200: agreed },
      "400 401 403 404 408 413 415 429 500 502 503",
    ),
    endpoint(
      "redact",
      "Hides terms of the agreement in the log, for good.",
      OapRedactRequest,
      { 200: { description: "The public form.", schema: OapRedaction } },
      "400 401 404 408 413 415 500 503",
    ),
  ];
}
