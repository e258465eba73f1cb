import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeBase58btc } from "../../src/oap/encoding/index.js";
import { SIGNATURE_PURPOSES } from "../../src/oap/signing/index.js";
import { cases, seed } from "../oap/ed25519-cases.js";
import { answerTo, type PortableVector, type Question } from "../oap/portable-vectors.js";
import { hasVectors, vectorJson, vectorsNote, vectorText } from "../oap/vectors.js";
import { answersInChromium, findChromium, HOW_TO_INSTALL } from "./chromium.js";
import { packageRoot } from "./package-root.js";

const program = findChromium();
const isCi = process.env["CI"] === "true";
const note = program === undefined ? ` (SKIPPED: Chromium is not installed; ${HOW_TO_INSTALL})` : "";
if (program === undefined)
  console.warn(`Skips a page in Chromium, which is not installed: ${HOW_TO_INSTALL}.`);
const vectors: readonly PortableVector[] = [
  ...engineCases(),
  ...documents(),
  ...strictTexts(),
  {
    name: "plain data of another realm is plain data, and a Date of it is none",
    question: { kind: "realm" },
    expected: [{ terms: { price: [40, null] } }, "document_invalid"],
  },
  ...(hasVectors ? published() : []),
];

it.runIf(isCi)("finds Chromium where CI has installed it", () => {
  expect(program, `Expected Chromium, got none: ${HOW_TO_INSTALL}.`).toBeDefined();
});

describe(`SG-14, SG-39: a page in headless Chromium${note}${vectorsNote}`, () => {
  let answers: readonly unknown[] = [];
  beforeAll(async () => {
    if (program === undefined) return;
    const questions = vectors.map(({ question }) => question);
    answers = (await answersInChromium(program, { script: await pageScript(), questions })) as unknown[];
  });

  it.skipIf(program === undefined)("answers every question", () => {
    expect(answers).toHaveLength(vectors.length);
    expect(vectors.length).toBeGreaterThan(hasVectors ? 180 : 150);
  });

  it
    .skipIf(program === undefined)
    .each(vectors.map(({ name, expected }, index) => [name, index, expected] as const))(
    "%s",
    (_, index, expected) => {
      expect(answers[index]).toEqual(expected);
    },
  );
});

describe(`SG-14: Node${vectorsNote}`, () => {
  it("gives the same answers", async () => {
    for (const { name, question, expected } of vectors) {
      expect([name, JSON.parse(JSON.stringify(await answerTo(question)))]).toEqual([name, expected]);
    }
  });
});

async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(packageRoot, "test", "package", "chromium-page.ts")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}

/** The cases on which verifiers in use disagree, for both engines of the library. */
function engineCases(): PortableVector[] {
  return (["WebCrypto", "points"] as const).flatMap((engine) =>
    cases().map(({ name, signature, message, publicKey, isValid }) => ({
      name: `${engine}: ${name}`,
      question: {
        kind: "verify",
        engine,
        signature: hexOf(signature),
        message: hexOf(message),
        publicKey: hexOf(publicKey),
      },
      expected: isValid,
    })),
  );
}

/** Ed25519 has one signature only, so that what Node's signature has to be is that of the page. */
function documents(): PortableVector[] {
  const document =
    '{"terms":{"price":"40.00","note":"é\\u0001\\u2028","list":[{},[]]},"10":1,"9":2,"round":1}';
  return SIGNATURE_PURPOSES.map((purpose) => ({
    name: `a document signed for the purpose ${purpose} is accepted for it alone and as it is alone`,
    question: { kind: "document", seed: hexOf(seed), purpose, document },
    expected: {
      signature: expect.stringMatching(/^[\w-]+\.\.[\w-]{86}$/),
      verdicts: [true, "signature_invalid", "signature_invalid"],
    },
  }));
}

function strictTexts(): PortableVector[] {
  const refused = [
    '{"price":40,"price":1}',
    '{"\\u005f_proto__":1}',
    "9007199254740992",
    "-0",
    "1.0",
    '"\\ud800"',
    '"\ufffe"',
    "\ufeff{}",
    "{} {}",
    "[".repeat(33) + "]".repeat(33),
  ];
  const canonical = (text: string): Question => ({ kind: "canonical", text, numbers: "integers" });
  return [
    ...refused.map((text) => ({
      name: `the text ${JSON.stringify(text)} is refused`,
      question: canonical(text),
      expected: "document_invalid",
    })),
    {
      name: "members named by numbers are sorted as text",
      question: canonical('{"9":1,"10":2,"b":{"2":0,"11":0},"a":-5}'),
      expected: hexOf(Buffer.from('{"10":2,"9":1,"a":-5,"b":{"11":0,"2":0}}')),
    },
  ];
}

function published(): PortableVector[] {
  const triples = ["arrays", "french", "structures", "unicode", "values", "weird"].map((name) => ({
    name: `RFC 8785: ${name}`,
    question: { kind: "canonical", text: vectorText(`jcs/input/${name}.json`), numbers: "any" } as const,
    expected: vectorText(`jcs/outhex/${name}.txt`).replace(/\s+/g, ""),
  }));
  const { ed25519_valid, valid_but_not_ed25519 } =
    vectorJson<Record<"ed25519_valid" | "valid_but_not_ed25519", string[]>>("did-key/did-key.json");
  const roots = vectorJson<{ leaf_inputs_hex: string[]; roots_by_size: Record<string, string> }>(
    "merkle/rfc6962-roots.json",
  );
  return [
    ...triples,
    ...signatures(),
    ...ed25519_valid.map((did) => ({
      name: `${did} names its key`,
      question: { kind: "did:key", did } as const,
      expected: hexOf(decodeBase58btc(did.slice("did:key:z".length))?.slice(2) ?? new Uint8Array()),
    })),
    ...valid_but_not_ed25519.map((did) => ({
      name: `${did} is not supported`,
      question: { kind: "did:key", did } as const,
      expected: "key_not_supported",
    })),
    dataIntegrity(),
    {
      name: "RFC 6962: the roots of the published leaves, with proofs",
      question: { kind: "merkle", leaves: roots.leaf_inputs_hex },
      expected: Object.values(roots.roots_by_size),
    },
  ];
}

/** RFC 8032, section 7.1. */
function signatures(): PortableVector[] {
  const all = vectorJson<Record<"priv" | "pub" | "msg" | "sig", string>[]>("ed25519/rfc8032-ed25519.json");
  return all.flatMap(({ priv, pub, msg, sig }, index) => [
    {
      name: `RFC 8032: vector ${index + 1} is signed`,
      question: { kind: "sign", seed: priv, message: msg },
      expected: sig,
    },
    ...(["WebCrypto", "points"] as const).map(
      (engine): PortableVector => ({
        name: `RFC 8032: vector ${index + 1} is verified by ${engine}`,
        question: { kind: "verify", engine, signature: sig, message: msg, publicKey: pub },
        expected: true,
      }),
    ),
  ]);
}

function dataIntegrity(): PortableVector {
  const text = (name: string): string => vectorText(`eddsa-jcs-2022/${name}`);
  const pair = vectorJson<Record<"publicKeyMultibase" | "privateKeyMultibase", string>>(
    "eddsa-jcs-2022/keyPair.json",
  );
  const { publicKeyMultibase, privateKeyMultibase } = pair;
  return {
    name: "eddsa-jcs-2022: every step of the official vector",
    question: {
      kind: "eddsa-jcs-2022",
      document: text("unsigned.json"),
      proof: text("proofConfigJCS.json"),
      secretKeyMultibase: privateKeyMultibase,
    },
    expected: {
      document: text("canonDocJCS.txt"),
      proof: text("proofCanonJCS.txt"),
      hashes: [text("proofHashJCS.txt"), text("docHashJCS.txt")],
      kid: `did:key:${publicKeyMultibase}#${publicKeyMultibase}`,
      signature: text("sigHexJCS.txt"),
      proofValue: text("sigBTC58JCS.txt"),
    },
  };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
