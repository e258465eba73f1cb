import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { PublicForm } from "../../../src/oap/agreement/index.js";
import {
  isRedactable,
  redact,
  redactDisclosures,
  verifyAgreement,
} from "../../../src/oap/agreement/index.js";
import { dealOver, sha256, verifier } from "../agreements.js";

const { public: form, proposal, acceptance } = await dealOver();
const options = { sha256, verifier, proposal, acceptance };
const leaves = Object.keys(form.disclosures).filter(isRedactable);

function redacted(from: PublicForm, pointers: readonly string[]): PublicForm {
  const answer = redact(from, pointers);
  if (!answer.ok) throw new Error(answer.message);
  return answer.form;
}

describe("OAP-26: a redacted agreement", () => {
  it("has the salt and the value of a hidden leaf nowhere", () => {
    for (const pointer of leaves) {
      const text = JSON.stringify(redacted(form, [pointer]));
      const { salt, value } = form.disclosures[pointer]!;
      expect(JSON.stringify(form)).toContain(salt);
      expect(text).not.toContain(salt);
      expect(text).not.toContain(JSON.stringify({ salt, value }).slice(1, -1));
      if (typeof value === "string") expect(text).not.toContain(`"${value}"`);
    }
  });

  it("may be redacted again, also by what is hidden already", () => {
    const once = redacted(form, [leaves[0]!]);
    expect(redacted(once, [leaves[0]!])).toEqual(once);
    const answer = redactDisclosures(form.agreement.digests, form.disclosures, [
      leaves[1]!,
      leaves[0]!,
      leaves[1]!,
    ]);
    expect(answer).toMatchObject({ ok: true, pointers: [leaves[0], leaves[1]].sort() });
    expect(redacted(form, [])).toEqual(form);
  });

  it("is made of a public form alone: what is none is refused, whatever it is [OAP-26]", () => {
    const { agreement, disclosures } = form;
    const { proxy, revoke } = Proxy.revocable({ ...form }, {});
    revoke();
    for (const odd of [
      ...[
        null,
        undefined,
        5,
        "form",
        [],
        {},
        { agreement: null, disclosures: {} },
        { agreement: {}, disclosures },
      ],
      ...[
        { agreement },
        { agreement, disclosures: null },
        { agreement: { digests: [] }, disclosures },
        proxy,
      ],
    ]) {
      expect(redact(odd as never, ["/terms/action"])).toMatchObject({ ok: false, code: "document_invalid" });
    }
  });
});

describe("T15: redacting what matters", () => {
  const forbidden = [
    ...Object.keys(form.disclosures).filter((pointer) => !pointer.startsWith("/terms/")),
    ...[
      "",
      "/",
      "/terms",
      "/terms/",
      "/metadata",
      "/parties",
      "/agreement_hash",
      "/signatures",
      "terms/action",
    ],
    ...[
      "/terms/nothing",
      "/terms/action/0",
      "/terms/../metadata",
      "/TERMS/action",
      "/terms~1action",
      "__proto__",
    ],
  ];

  it.each(forbidden)("is refused: %j", (pointer) => {
    expect(redactDisclosures(form.agreement.digests, form.disclosures, [leaves[0]!, pointer])).toMatchObject({
      ok: false,
      code: "not_redactable",
      path: ["pointers", 1],
    });
  });

  it.each([null, 1, {}, ["/terms/action"], undefined])("is refused, never an exception: %j", (pointer) => {
    const answer = redactDisclosures(form.agreement.digests, form.disclosures, [pointer as string]);
    expect(answer).toMatchObject({ code: "not_redactable", path: ["pointers", 0] });
  });

  it("is refused where there is a leaf of such a name, and empty terms hide nothing", () => {
    for (const pointer of ["/terms", "/termsheet", "/metadata/terms/a", "/terms~1a", "x/terms/a"]) {
      expect(isRedactable(pointer)).toBe(false);
      expect(redactDisclosures({ [pointer]: "A" }, {}, [pointer])).toMatchObject({ code: "not_redactable" });
    }
    expect(redactDisclosures({ "/terms/": "A" }, {}, ["/terms/"])).toMatchObject({ ok: true });
  });

  it("by a host that deletes it nevertheless, is seen", async () => {
    for (const pointer of Object.keys(form.disclosures).filter((one) => !isRedactable(one))) {
      const { [pointer]: _, ...disclosures } = form.disclosures;
      expect(await verifyAgreement({ ...form, disclosures }, options)).toMatchObject({
        ok: false,
        code: "not_redactable",
        path: ["agreement", ...pointer.split("/").slice(1)],
      });
    }
  });
});

describe("T15: guessing a redacted price", () => {
  const pointer = "/terms/price_per_call_eur";
  const hidden = redacted(form, [pointer]);
  const guesses = Array.from({ length: 200 }, (_, index) => `0.${String(index).padStart(4, "0")}`);
  const digestOf = (...parts: unknown[]) =>
    createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

  it("fails with all that is public, each salt that is still disclosed tried with each guess", () => {
    const target = hidden.agreement.digests[pointer];
    const salts = ["", ...Object.values(hidden.disclosures).map(({ salt }) => salt)];
    const hits = guesses.filter((guess) => salts.some((salt) => digestOf(salt, pointer, guess) === target));
    expect(hits).toEqual([]);
    // It is the salt that was missing, not the way of asking.
    const { salt } = form.disclosures[pointer]!;
    expect(guesses.filter((guess) => digestOf(salt, pointer, guess) === target)).toEqual(["0.0040"]);
  });
});
