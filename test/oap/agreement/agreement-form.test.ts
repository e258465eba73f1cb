import { describe, expect, it } from "vitest";
import { openForm } from "../../../src/oap/agreement/agreement-form.js";
import { leafDigest } from "../../../src/oap/agreement/disclosures.js";
import { dealOver, SALT_SECRET, sha256 } from "../agreements.js";
import { HOSTILE_VALUES } from "../hostile-values.js";

const { full, public: form, agreement } = await dealOver();

function verdictOf(value: unknown): unknown {
  const answer = openForm(value, sha256);
  return answer.ok ? "ok" : [answer.code, ...(answer.path ?? [])];
}

describe("SG-29: an opened form", () => {
  it("is alike, full or public: digests, disclosures and the hash", () => {
    const [ofFull, ofPublic] = [openForm(full, sha256), openForm(form, sha256)];
    if (!ofFull.ok || !ofPublic.ok) throw new Error("refused");
    const { agreement: _, terms, ...one } = ofFull;
    const { agreement: __, ...other } = ofPublic;
    expect(one).toEqual(other);
    expect(terms).toEqual(agreement.terms);
    expect(one.hash).toBe(agreement.agreement_hash);
  });

  it.each([null, [], "text", 1, undefined, {}, { agreement: {} }, { agreement, disclosures: {} }])(
    "is none of %j",
    (value) => {
      expect(verdictOf(value)).toContain("document_invalid");
    },
  );

  it.each(HOSTILE_VALUES)("T8: is none, and no exception, with %s", (_, make) => {
    expect(verdictOf({ ...full, agreement: { ...agreement, terms: { a: make() } } })).toContain(
      "document_invalid",
    );
    expect(verdictOf({ ...form, disclosures: { ...form.disclosures, "/terms/a": make() } })).toContain(
      "document_invalid",
    );
  });

  it.each(["agreement_id", "negotiation_id", "parties", "agreement_hash", "signatures", "digests", "keys"])(
    "is none without %s",
    (name) => {
      const { [name]: _, ...fewer } = form.agreement as unknown as Record<string, unknown>;
      expect(verdictOf({ ...form, agreement: fewer })).toEqual(["document_invalid", "agreement", name]);
    },
  );

  it("is none with a member that it does not have", () => {
    expect(verdictOf({ ...form, more: 1 })).toEqual(["document_invalid", "more"]);
    expect(verdictOf({ ...full, more: 1 })).toEqual(["document_invalid", "more"]);
    expect(verdictOf({ ...form, agreement: { ...form.agreement, terms: {} } })).toEqual([
      "document_invalid",
      "agreement",
      "terms",
    ]);
  });

  it("is also the answer of a host, with what stands beside the form", () => {
    const documents = { proposal: { a: 1 }, acceptance: "b" };
    const rest = { ok: true, complete: false, logged: true, checkpoint: null, receipt: {}, keys: [] };
    expect(openForm({ ...full, ...documents, ...rest }, sha256)).toMatchObject(documents);
    for (const name of [...Object.keys(documents), ...Object.keys(rest)]) {
      expect(verdictOf({ ...form, [name]: {} })).toEqual(["document_invalid", name]);
    }
  });

  it.each(["effective_from", "effective_until", "metadata", "terms", "parties", "signatures"])(
    "is none in full without %s",
    (name) => {
      const { [name]: _, ...fewer } = agreement as unknown as Record<string, unknown>;
      expect(verdictOf({ ...full, agreement: fewer })).toEqual(["document_invalid", "agreement", name]);
    },
  );

  it.each([[[]], [{}], ["agreement"], [1]])("is none in full with %j as a member more", (value) => {
    for (const name of ["more", "digests", "keys", "extensions"]) {
      expect(verdictOf({ ...full, agreement: { ...agreement, [name]: value } })).toEqual([
        ...["document_invalid", "agreement", name],
      ]);
    }
  });

  it("T15: takes no form for public that has the salt secret", () => {
    expect(verdictOf({ ...form, salt_secret: SALT_SECRET })).toContain("document_invalid");
  });

  it.each(["", SALT_SECRET.slice(1), `${SALT_SECRET}=`, null, 5])("has no salts from %j", (salt_secret) => {
    expect(verdictOf({ ...full, salt_secret })).toContain("document_invalid");
  });

  it("of terms whose leaves do not tell them is none", () => {
    expect(verdictOf({ ...full, agreement: { ...agreement, terms: { a: { 0: 1 } } } })).toContain(
      "document_invalid",
    );
    const metadata = { ...agreement.metadata, regulated_obligations: { 0: {} } };
    expect(verdictOf({ ...full, agreement: { ...agreement, metadata } })).toContain("document_invalid");
    expect(verdictOf({ ...full, agreement: { ...agreement, terms: [] } })).toContain("document_invalid");
  });
});

describe("SG-29: a disclosure", () => {
  const pointer = "/terms/action";
  const disclosure = form.disclosures[pointer]!;
  const withIt = (value: unknown, at = pointer) =>
    verdictOf({ ...form, disclosures: { ...form.disclosures, [at]: value } });

  it("is refused with another salt or value, at another pointer, and where there is no digest", () => {
    const mismatch = ["agreement_mismatch", "disclosures", pointer];
    expect(withIt(disclosure)).toBe("ok");
    expect(withIt({ ...disclosure, value: "weather.forecast" })).toEqual(mismatch);
    expect(withIt({ ...disclosure, value: null })).toEqual(mismatch);
    expect(withIt({ ...disclosure, salt: form.disclosures["/terms/billing_interval"]!.salt })).toEqual(
      mismatch,
    );
    expect(withIt(form.disclosures["/terms/billing_interval"])).toEqual(mismatch);
    for (const at of ["/terms/more", "toString", ""]) {
      expect(withIt(disclosure, at)).toEqual(["agreement_mismatch", "disclosures", at]);
    }
  });

  it("is refused in another shape", () => {
    const { salt, value } = disclosure;
    for (const wrong of [
      null,
      [],
      "a",
      {},
      { salt },
      { value },
      { salt: 5, value },
      { salt, value: { a: 1 } },
      { salt, value: [1] },
      { salt, value, more: 1 },
    ]) {
      expect(withIt(wrong)).toContain("document_invalid");
    }
  });

  it("has a digest that is text", () => {
    const digests = { ...form.agreement.digests, "/terms/more": { hidden: 1 } };
    expect(verdictOf({ ...form, agreement: { ...form.agreement, digests } })).toEqual([
      "document_invalid",
      "agreement",
      "digests",
      "/terms/more",
    ]);
  });

  it("changes the hash when its digest is exchanged with it", () => {
    const other = { ...disclosure, value: "weather.forecast" };
    const digests = { ...form.agreement.digests, [pointer]: leafDigest(sha256, pointer, other) };
    const exchanged = {
      agreement: { ...form.agreement, digests },
      disclosures: { ...form.disclosures, [pointer]: other },
    };
    const answer = openForm(exchanged, sha256);
    expect(answer.ok && answer.hash).not.toBe(agreement.agreement_hash);
  });
});
