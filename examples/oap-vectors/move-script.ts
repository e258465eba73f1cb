/**
 * Writes the steps of `moves.json`: what time it is, which negotiation it is about, and documents signed for it.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import type { Manifest, ProposalDocument, SignaturePurpose, Signer } from "../../src/oap/index.js";
import {
  canonicalize,
  hashText,
  manifestHash,
  readManifest,
  signDocument,
  writeInstant,
} from "../../src/oap/index.js";
import { didOf, type JsonValue } from "./bytes.js";
import type { PatchOperation } from "./json-patch.js";
import { good, type Scenario, START_AT, TOOL } from "./scenario.js";

export const MANIFEST = { supported: true, categories: ["pricing", "sla"], max_rounds: 3 };

/** A hash of something else. */
export const OTHER_HASH: string = hashText(sha256, canonicalize({}));

const HOUR = 3_600_000;

/** What is handed in. */
export type Given = { readonly body: object } | { readonly same_as: number };

/** The steps so far, and what the next ones are made with. */
export interface MoveScript {
  readonly steps: object[];
  /** By name: the signer and its DID. */
  readonly ada: Signer & { readonly did: string };
  readonly smith: Signer & { readonly did: string };
  readonly stranger: Signer & { readonly did: string };
  readonly manifest: Manifest;
  readonly manifest_hash: string;
  /** Epoch ms of the host's clock. */
  at: number;
  negotiation_id: string;
  /** Sets the clock, and says that what follows is about the negotiation that is opened then. */
  begin(at: number, number: string): void;
  /**
   * Adds a step; its number.
   *
   * @param answer - a wire state, or the code of a refusal
   */
  step(
    requirement: string,
    name: string,
    operation: "open" | "propose" | "accept" | "reject" | "withdraw",
    given: Given,
    answer: string,
  ): number;
  sign(document: object, purpose: SignaturePurpose, signer: Signer): Promise<{ readonly body: object }>;
  /** Ada's, unless another signs it. */
  open(changed?: object, signer?: Signer): Promise<{ readonly body: object }>;
  /** The answer to `previous` by who is asked by it, signed by ada unless another signs it. */
  propose(
    number: string,
    previous: ProposalDocument | null,
    changed?: object,
    signer?: Signer,
    purpose?: SignaturePurpose,
  ): Promise<{ readonly body: object }>;
}

/** A script without steps. */
export function moveScript({ signers }: Scenario): MoveScript {
  const named = (signer: Signer) => ({ kid: signer.kid, sign: signer.sign, did: didOf(signer) });
  const { manifest } = good(readManifest(MANIFEST));
  const script: MoveScript = {
    steps: [],
    ada: named(signers.ada),
    smith: named(signers.smith),
    stranger: named(signers.stranger),
    manifest,
    manifest_hash: manifestHash(manifest, sha256),
    at: START_AT,
    negotiation_id: "",
    begin(at, number) {
      script.at = at;
      script.negotiation_id = idOf("neg", number);
    },
    step(requirement, name, operation, given, answer) {
      const ok = answer === answer.toUpperCase();
      const said = ok ? { ok, state: answer } : { ok, code: answer };
      return (
        script.steps.push({ name, requirement, at: writeInstant(script.at), operation, ...given, ...said }) -
        1
      );
    },
    async sign(document, purpose, signer) {
      return { body: good(await signDocument(document, purpose, signer)).document };
    },
    open(changed = {}, signer = script.ada) {
      const { ada, smith, manifest_hash, at, sign } = script;
      const parties = {
        open_id: idOf("opn", "1"),
        initiator: ada.did,
        responder: smith.did,
        category: "pricing",
      };
      const opening = { ...parties, host: TOOL, manifest_hash, opened_at: writeInstant(at) };
      return sign({ ...opening, ...changed }, "open", signer);
    },
    propose(number, previous, changed = {}, signer = script.ada, purpose = "proposal") {
      const { ada, smith, negotiation_id, sign } = script;
      const proposal = {
        proposal_id: idOf("prp", number),
        negotiation_id,
        previous_proposal_id: previous?.proposal_id ?? null,
        from: previous?.to ?? ada.did,
        to: previous?.from ?? smith.did,
        round: (previous?.round ?? 0) + 1,
        category: "pricing",
        terms: { price: "40.00" },
        valid_until: writeInstant(START_AT + HOUR),
      };
      return sign({ ...proposal, ...changed }, purpose, signer);
    },
  };
  return script;
}

/** The body of an earlier step, changed. */
export function same(step: number, ...patch: readonly PatchOperation[]): Given {
  return { same_as: step, ...(patch.length > 0 && { patch }) };
}

/** Ids from outside are opaque. */
export function idOf(prefix: string, name: string): string {
  return `${prefix}_${name.padStart(26, "0")}`;
}

export function set(path: string, value: JsonValue): PatchOperation {
  return { op: "replace", path, value };
}
