/**
 * @module
 * What a host may write into its log: the members of each kind of entry, what may follow what, and whose signatures
 * have to hold. Chain, order and time are `log-auditor.ts`'s.
 */

import type { LogEntry, LogKind } from "../../ports/index.js";
import type { AgreementCommitment, CosignatureBody, PublicAgreement } from "../agreement/index.js";
import { agreementCommitment, areLeafNames, hashOfDigests, isRedactable } from "../agreement/index.js";
import { innerPointer } from "../canonical/index.js";
import {
  anyDid,
  anyHash,
  anyObject,
  anyPenalty,
  anyText,
  idOf,
  integerFrom,
  listOf,
  type MemberCheck,
  membersOf,
  orNull,
  readWithdrawal,
  textLike,
} from "../documents/index.js";
import { type KeySnapshot, snapshotKeys, type VerifierOptions } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import { type SignaturePurpose, verifyDocument } from "../signing/index.js";
import type { LogDamageCode } from "./log-auditor.js";
import type { RedactionBody, WithdrawalPenaltyBody } from "./log-entry.js";

/** What may come next, given the entries so far. */
export interface LogRules {
  /**
   * Why an entry with a sound body may not follow, signatures aside.
   *
   * `signature_invalid` is for signatures and redactions of who is no party, or has signed already.
   */
  faultOf(entry: LogEntry): LogDamageCode | undefined;
  /** Goes on behind an entry without a fault. */
  remember(entry: LogEntry): void;
  /**
   * Whether the signatures in it hold; also for one that may not follow. Of a co-signature whose agreement is not known,
   * whether it could: who signed, for what, with which key.
   */
  isSigned(entry: LogEntry): Promise<boolean>;
}

/** 1 for the initiator, 2 for the responder, 0 for a stranger. */
function bitOf(parties: readonly string[], did: string): number {
  return parties.indexOf(did) + 1;
}

/** Whether a body has the members of its kind, and no others. */
export function isBody({ kind, body }: LogEntry): boolean {
  return BODIES[kind](body, []) === undefined && (SENSES[kind]?.(body as never) ?? true);
}

/** What a redaction adds to the leaves: none is called so. */
function nameOf(pointers: readonly string[]): string {
  return JSON.stringify(pointers);
}

/** What is remembered of an agreement. */
interface KnownAgreement extends AgreementCommitment {
  /** A bit for each party that has signed. */
  signed: number;
  /** Pointers to its leaves, a list that agreements in a row share; once a redaction has asked for them, a set, with what each has named. */
  leaves: readonly string[] | Set<string>;
}

/** The rules at the beginning of a log. */
export function logRules({ sha256, verifier }: VerifierOptions & { readonly sha256: Sha256 }): LogRules {
  const agreements = new Map<string, KnownAgreement>();
  /** Ids of negotiations with an agreement or a withdrawal. */
  const ended = new Set<string>();
  let latest: readonly string[] = [];

  const holds = async (
    document: object,
    signer: string,
    keys: readonly KeySnapshot[],
    purpose: SignaturePurpose = "agreement",
    engine = verifier,
  ): Promise<boolean> => {
    const resolveKey = snapshotKeys(keys);
    return (await verifyDocument(document, { purpose, signer, resolveKey, verifier: engine })).ok;
  };

  const bitsOf = ({ parties, signatures }: PublicAgreement): readonly number[] =>
    Object.keys(signatures).map((did) => bitOf(parties, did));

  function faultOfAgreement(agreement: PublicAgreement): LogDamageCode | undefined {
    const bits = bitsOf(agreement);
    if (bits.length === 0 || bits.includes(0)) return "signature_invalid";
    const isThere = agreements.has(agreement.agreement_id) || ended.has(agreement.negotiation_id);
    return isThere ? "agreement_twice" : undefined;
  }

  function rememberAgreement(agreement: PublicAgreement): void {
    const { agreement_id, negotiation_id, parties, agreement_hash, digests } = agreement;
    const names = Object.keys(digests);
    const isSame = names.length === latest.length && names.every((name, index) => name === latest[index]);
    if (!isSame) latest = names;
    const signed = bitsOf(agreement).reduce((sum, bit) => sum | bit);
    const known = { agreement_id, negotiation_id, parties, agreement_hash, signed, leaves: latest };
    agreements.set(agreement_id, known);
    ended.add(negotiation_id);
  }

  /** Its leaves, gathered once it is asked for them. */
  function leavesOf(known: KnownAgreement): Set<string> {
    const leaves = known.leaves instanceof Set ? known.leaves : new Set(known.leaves);
    known.leaves = leaves;
    return leaves;
  }

  return {
    faultOf({ kind, body }: LogEntry): LogDamageCode | undefined {
      if (kind === "agreement") return faultOfAgreement(body as unknown as PublicAgreement);
      const { agreement_id, party, pointers } = body as unknown as RedactionBody;
      if (kind === "withdrawal_penalty") {
        return ended.has(body["negotiation_id"] as string) ? "entry_invalid" : undefined;
      }
      const isHiding = kind === "redaction";
      // In order, so that the same is there once.
      const isNext = (pointer: string, index: number): boolean =>
        isRedactable(pointer) && pointer > (pointers[index - 1] ?? "");
      if (isHiding && !(pointers[0] && pointers.every(isNext))) return "redaction_invalid";
      const known = agreements.get(agreement_id);
      if (known === undefined) return "agreement_unknown";
      const bit = bitOf(known.parties, party);
      if (bit === 0 || (!isHiding && (known.signed & bit) > 0)) return "signature_invalid";
      if (!isHiding) return undefined;
      const leaves = leavesOf(known);
      const isFit = !leaves.has(nameOf(pointers)) && pointers.every((pointer) => leaves.has(pointer));
      return isFit ? undefined : "redaction_invalid";
    },
    remember({ kind, body }: LogEntry): void {
      const { agreement_id, party, pointers } = body as unknown as RedactionBody;
      const known = agreements.get(agreement_id);
      if (kind === "agreement") rememberAgreement(body as unknown as PublicAgreement);
      else if (known === undefined) ended.add(body["negotiation_id"] as string);
      else if (kind === "redaction") leavesOf(known).add(nameOf(pointers));
      else known.signed |= bitOf(known.parties, party);
    },
    async isSigned({ kind, body }: LogEntry): Promise<boolean> {
      if (kind === "redaction") return true;
      if (kind === "withdrawal_penalty") {
        const { withdrawal, party, key } = body as unknown as WithdrawalPenaltyBody;
        return holds(withdrawal, party, [key], "withdraw");
      }
      if (kind === "cosignature") {
        const { agreement_id, party, signature, key } = body as unknown as CosignatureBody;
        const known = agreements.get(agreement_id);
        // What was signed stands in the agreement alone: without it everything but the content is looked at.
        if (known === undefined) return holds({ signature }, party, [key], "agreement", () => true);
        return holds({ ...agreementCommitment(known), signature }, party, [key]);
      }
      const agreement = body as unknown as PublicAgreement;
      if (hashOfDigests(sha256, agreement.digests) !== agreement.agreement_hash) return false;
      const commitment = agreementCommitment(agreement);
      const keys = Object.values(agreement.keys);
      for (const [signer, signature] of Object.entries(agreement.signatures)) {
        if (!(await holds({ ...commitment, signature }, signer, keys))) return false;
      }
      return true;
    },
  };
}

const agreement_id = idOf("agr");
const negotiation_id = idOf("neg");

const texts = membersOf({}, anyText);

const SNAPSHOT = membersOf({
  kid: anyText,
  publicKeyMultibase: anyText,
  documentHash: orNull(anyHash),
  resolvedAt: integerFrom(0),
});

const BODIES: Readonly<Record<LogKind, MemberCheck>> = {
  agreement: membersOf({
    agreement_id,
    negotiation_id,
    parties: listOf(anyDid, 2),
    agreement_hash: anyHash,
    digests: membersOf({}, textLike("a digest", /^[\w-]{42}[AEIMQUYcgkosw048]$/)),
    signatures: texts,
    keys: membersOf({}, SNAPSHOT),
  }),
  cosignature: membersOf({ agreement_id, party: anyDid, signature: anyText, key: SNAPSHOT }),
  redaction: membersOf({ agreement_id, party: anyDid, pointers: listOf(anyText, Number.POSITIVE_INFINITY) }),
  withdrawal_penalty: membersOf({
    negotiation_id,
    party: anyDid,
    withdrawal: anyObject,
    penalty: anyPenalty,
    manifest_hash: anyHash,
    key: SNAPSHOT,
  }),
};

/** What its members have to say beyond their forms. */
const SENSES: Readonly<Partial<Record<LogKind, (body: never) => boolean>>> = {
  agreement({ parties, digests, keys }: PublicAgreement): boolean {
    const [initiator, responder] = parties;
    return (
      responder !== undefined &&
      initiator !== responder &&
      areLeafNames(Object.keys(digests)) &&
      innerPointer(Object.keys(digests)) === undefined &&
      // By kid; in entries of the first edition by DID.
      Object.entries(keys).every(([name, { kid }]) =>
        parties.some((did) => kid.startsWith(`${did}#`) && (name === kid || name === did)),
      )
    );
  },
  withdrawal_penalty(body: WithdrawalPenaltyBody): boolean {
    const read = readWithdrawal(body.withdrawal);
    if (!read.ok) return false;
    const { negotiation_id: id, from, manifest_hash } = read.document;
    return id === body.negotiation_id && from === body.party && manifest_hash === body.manifest_hash;
  },
};
