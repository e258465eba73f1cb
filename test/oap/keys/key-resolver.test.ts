import { describe, expect, it } from "vitest";
import { signingRefusal } from "../../../src/oap/canonical/index.js";
import { hashText } from "../../../src/oap/encoding/index.js";
import type { DidDocumentResolver, KeyResolver } from "../../../src/oap/keys/index.js";
import { createKeyResolver, didKeyId, publicKeyOfSnapshot } from "../../../src/oap/keys/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import {
  bytesOf,
  DID,
  documentOf,
  firstKey,
  KID,
  methodOf,
  secondKey,
  sha256,
  verdictOf,
} from "../did-documents.js";
import { publicKey, smallOrderPoints } from "../ed25519-cases.js";

interface Lab extends KeyResolver {
  readonly clock: ManualClock;
  /** The DIDs that were asked for, in order. */
  readonly asked: string[];
  /** The signals that came with them. */
  readonly signals: AbortSignal[];
  /** The code of a `kid`, or `"ok"`. */
  codeOf(kid?: string, signal?: AbortSignal): Promise<string>;
}

const standard: DidDocumentResolver = (id) =>
  bytesOf(
    documentOf({
      id,
      verificationMethod: [methodOf({ id: "#key-1", controller: id })],
      assertionMethod: ["#key-1"],
    }),
  );

function labOf(resolver: DidDocumentResolver = standard): Lab {
  const clock = new ManualClock();
  const asked: string[] = [];
  const signals: AbortSignal[] = [];
  const web: DidDocumentResolver = (did, context) => {
    asked.push(did);
    signals.push(context.signal);
    return resolver(did, context);
  };
  const keys = createKeyResolver({ sha256, clock, methods: { web, other: web } });
  const codeOf = async (kid = KID, signal?: AbortSignal) => verdictOf(await keys.resolveKey(kid, { signal }));
  return { ...keys, clock, asked, signals, codeOf };
}

/** A resolver whose answers wait until the test lets one go, the oldest if it does not say which. */
function held(): { resolver: DidDocumentResolver; release(bytes?: Uint8Array, index?: number): void } {
  const waiting: ((bytes: Uint8Array) => void)[] = [];
  return {
    resolver: () => new Promise((resolve) => waiting.push(resolve)),
    release: (bytes = bytesOf(documentOf()), index = 0) => waiting.splice(index, 1)[0]?.(bytes),
  };
}

function rotated(): Uint8Array {
  return bytesOf(documentOf({ verificationMethod: [methodOf({ publicKeyMultibase: secondKey.multibase })] }));
}

describe("SG-16: a key", () => {
  it("comes with its snapshot: frozen plain data, from which it is had again", async () => {
    const { resolveKey, clock } = labOf();
    const bytes = (await standard(DID, { signal: AbortSignal.abort() })) as Uint8Array;
    const key = await resolveKey(KID);
    if (!key.ok) throw new Error(key.message);
    expect(key.snapshot).toEqual({
      kid: KID,
      publicKeyMultibase: firstKey.multibase,
      documentHash: hashText(sha256, bytes),
      resolvedAt: clock.now(),
    });
    expect(Object.isFrozen(key) && Object.isFrozen(key.snapshot)).toBe(true);
    expect(publicKeyOfSnapshot(key.snapshot)).toEqual({ ok: true, publicKey: key.publicKey });
  });

  it("SG-17: of did:key needs no method, and has no document", async () => {
    const clock = new ManualClock();
    const { resolveKey } = createKeyResolver({ sha256, clock });
    const kid = didKeyId(publicKey);
    expect(await resolveKey(kid)).toEqual({
      ok: true,
      publicKey,
      snapshot: {
        kid,
        publicKeyMultibase: kid.split("#")[1],
        documentHash: null,
        resolvedAt: clock.now(),
      },
    });
    const weak = didKeyId(smallOrderPoints[0]!);
    expect(await resolveKey(weak)).toMatchObject({ code: "key_not_supported" });
    const [did = "", body = ""] = kid.split("#");
    expect(await resolveKey(`${did}#key-1`)).toMatchObject({ code: "key_not_authorized" });
    expect(await resolveKey(`${did}:a#${body}`)).toMatchObject({ code: "key_not_authorized" });
    expect(await resolveKey(`${did}:a#${body}:a`)).toMatchObject({ code: "key_not_supported" });
  });

  it("SG-17: of did:key is no resolver's to give, and begins no request", async () => {
    const { codeOf, asked, clock } = labOf();
    const { resolveKey } = createKeyResolver({ sha256, clock, methods: { key: standard } });
    const kid = didKeyId(publicKey);
    expect(await resolveKey(kid)).toMatchObject({ ok: true, publicKey, snapshot: { documentHash: null } });
    for (const _ of [1, 2]) expect(await codeOf(kid)).toBe("ok");
    expect([asked, clock.pendingCount]).toEqual([[], 0]);
  });

  it("cannot be had for what is no DID URL with a fragment, and for unknown methods", async () => {
    const { codeOf, asked } = labOf();
    for (const kid of ["", DID, `${DID}#`, "did:Web:example.com#key-1", `${DID}?a#key-1`, 5 as never]) {
      expect(await codeOf(kid)).toBe("key_unresolvable");
    }
    for (const method of ["unknown", "constructor", "tostring", "webs", "we"]) {
      expect(await codeOf(`did:${method}:a#key-1`)).toBe("key_unresolvable");
    }
    expect(asked).toEqual([]);
  });

  it("that the document does not list for assertions is not authorised, and one that is another's neither", async () => {
    const { codeOf, asked } = labOf((did) =>
      bytesOf(
        documentOf({ verificationMethod: [methodOf({ controller: "did:web:other.example" })], id: did }),
      ),
    );
    expect(await codeOf(`${DID}#key-2`)).toBe("key_not_authorized");
    expect(await codeOf(KID)).toBe("key_not_authorized");
    // Whether there is such a key says the document that is kept.
    expect(asked).toEqual([DID]);
  });

  it("is nobody's to change: each caller has its own bytes", async () => {
    const { resolveKey } = labOf();
    const one = await resolveKey(KID);
    if (one.ok) one.publicKey.fill(0);
    const two = await resolveKey(KID);
    expect(two.ok && publicKeyOfSnapshot(two.snapshot)).toEqual({
      ok: true,
      publicKey: two.ok && two.publicKey,
    });
  });

  it("SG-24: of any method is found by the resolver that is handed in, whose bytes are read strictly", async () => {
    const other = "did:other:any:thing";
    expect(await labOf().codeOf(`${other}#key-1`)).toBe("ok");
    const text = JSON.stringify(documentOf());
    for (const wrong of [
      text.replace('"assertionMethod":', '"assertionMethod":[],"assertionMethod":'),
      text.replace('"@context":', '"__proto__":'),
      `${text} x`,
      `\ufeff${text}`,
      "",
    ]) {
      expect(await labOf(() => new TextEncoder().encode(wrong)).codeOf()).toBe("key_unresolvable");
    }
    const decimal = text.replace('"@context":', '"version":1.5,"@context":');
    expect(await labOf(() => new TextEncoder().encode(decimal)).codeOf()).toBe("ok");
  });

  it("never throws and never passes by default, whatever a resolver gives", async () => {
    const answers: unknown[] = [
      undefined,
      null,
      true,
      "text",
      {},
      documentOf(),
      { ok: true },
      { ok: false },
      [],
    ];
    for (const answer of answers)
      expect(await labOf(() => answer as never).codeOf()).toBe("key_unresolvable");
    for (const code of ["key_unresolvable", "key_not_authorized", "key_not_supported"] as const) {
      expect(await labOf(() => signingRefusal(code, "Expected more, got less.")).codeOf()).toBe(code);
    }
    const stray = signingRefusal("signature_invalid", "Expected more, got less.");
    expect(await labOf(() => stray).codeOf()).toBe("key_unresolvable");
  });

  it("is demanded of functions only", () => {
    expect(() => createKeyResolver({ sha256: undefined as never })).toThrow(TypeError);
    expect(() => createKeyResolver({ sha256, methods: { web: "fetch" as never } })).toThrow(TypeError);
    // It has no timers, and each look-up would fail at its first use.
    expect(() => createKeyResolver({ sha256, clock: Date as never })).toThrow("clock");
  });
});

describe("SG-21: what is kept", () => {
  it("is kept for 300,000 ms, counted from the answer", async () => {
    const { resolveKey, codeOf, asked, clock } = labOf();
    const at = clock.now();
    await codeOf();
    for (const ageMs of [1, 299_999, 300_000]) {
      clock.set(at + ageMs);
      expect(await resolveKey(KID)).toMatchObject({ ok: true, snapshot: { resolvedAt: at } });
    }
    expect(asked).toHaveLength(1);
    clock.set(at + 300_001);
    expect(await resolveKey(KID)).toMatchObject({ ok: true, snapshot: { resolvedAt: at + 300_001 } });
    expect(asked).toHaveLength(2);
  });

  it.each(["expires", "revoked"])(
    "is kept no longer than its document says, by %s [SG-18]",
    async (member) => {
      const { codeOf, asked, clock } = labOf(() =>
        bytesOf(documentOf({ verificationMethod: [methodOf({ [member]: "2026-11-22T09:01:00Z" })] })),
      );
      const end = Date.UTC(2026, 10, 22, 9, 1);
      clock.set(end - 60_000);
      expect(await codeOf()).toBe("ok");
      clock.set(end - 1);
      expect([await codeOf(), asked.length]).toEqual(["ok", 1]);
      clock.set(end);
      expect([await codeOf(), asked.length]).toEqual(["key_not_authorized", 2]);
      // What is left of it is a refusal, and is kept like one.
      clock.set(end + 30_000);
      expect([await codeOf(), asked.length]).toEqual(["key_not_authorized", 2]);
    },
  );

  it("is kept for 30,000 ms where it is a refusal", async () => {
    const refusals: readonly DidDocumentResolver[] = [
      () => signingRefusal("key_not_authorized", "Expected a host, got none."),
      () => Promise.reject(new Error("network")),
      () => bytesOf({}),
      () => bytesOf(documentOf({ deactivated: true })),
    ];
    for (const refuse of refusals) {
      const { codeOf, asked, clock } = labOf(refuse);
      const at = clock.now();
      const code = await codeOf();
      clock.set(at + 30_000);
      expect(await codeOf()).toBe(code);
      expect(asked).toHaveLength(1);
      clock.set(at + 30_001);
      expect(await codeOf()).toBe(code);
      expect(asked).toHaveLength(2);
    }
  });

  it.each([
    ["lacks the key", documentOf({ assertionMethod: [] })],
    ["lists it for something else", documentOf({ assertionMethod: [], authentication: [KID] })],
    ["has another kind of key", documentOf({ verificationMethod: [methodOf({ type: "Other" })] })],
  ])("is kept for 30,000 ms where a document %s [SG-16]", async (_, document) => {
    let served: object = document;
    const { codeOf, asked, clock } = labOf(() => bytesOf(served));
    const at = clock.now();
    const code = await codeOf();
    expect(code).not.toBe("ok");
    served = documentOf();
    clock.set(at + 30_000);
    expect([await codeOf(), asked.length]).toEqual([code, 1]);
    clock.set(at + 30_001);
    expect([await codeOf(), asked.length]).toEqual(["ok", 2]);
  });

  it("is not lost because somebody asks for another key of the DID while nobody answers", async () => {
    let isDown = false;
    const { resolveKey, isKept, asked, clock } = labOf(() =>
      isDown ? Promise.reject(new Error("network")) : bytesOf(documentOf()),
    );
    const at = clock.now();
    const other = `${DID}#key-9`;
    const codesOf = async (...kids: readonly string[]) =>
      Promise.all(kids.map(async (kid) => verdictOf(await resolveKey(kid))));
    expect(await codesOf(KID, other)).toEqual(["ok", "key_not_authorized"]);
    isDown = true;
    for (const [ageMs, requests] of [
      [30_000, 1],
      [30_001, 2],
      [60_001, 2],
      [60_002, 3],
    ] as const) {
      clock.set(at + ageMs);
      expect([isKept?.(DID, KID), isKept?.(DID)]).toEqual([true, true]);
      expect(isKept?.(DID, other)).toBe(requests === asked.length);
      expect(await codesOf(other, KID)).toEqual(["key_not_authorized", "ok"]);
      expect(asked).toHaveLength(requests);
    }
    expect(await resolveKey(KID)).toMatchObject({ snapshot: { resolvedAt: at } });
    clock.set(at + 300_001);
    expect(await codesOf(KID)).toEqual(["key_unresolvable"]);
  });

  it("T13: is not kept for longer by a clock that is set back", async () => {
    const { codeOf, asked, clock } = labOf();
    await codeOf();
    clock.set(clock.now() - 1);
    await codeOf();
    expect(asked).toHaveLength(2);
  });

  it("T13: nor is it kept for longer that a key was asked for in vain [SG-21]", async () => {
    let isDown = false;
    const { codeOf, asked, clock } = labOf(() =>
      isDown ? Promise.reject(new Error("network")) : bytesOf(documentOf()),
    );
    const at = clock.now();
    await codeOf(`${DID}#key-9`);
    isDown = true;
    clock.set(at + 30_001);
    await codeOf(`${DID}#key-9`);
    clock.set(at + 30_000);
    expect([await codeOf(), asked.length]).toEqual(["ok", 2]);
    expect([await codeOf(`${DID}#key-9`), asked.length]).toEqual(["key_not_authorized", 3]);
  });

  it("is kept for each DID apart, whatever the key", async () => {
    const { codeOf, asked } = labOf();
    for (const kid of [KID, `${DID}#key-2`, "did:web:other.example#key-1", KID, `${DID}#key-3`])
      await codeOf(kid);
    expect(asked).toEqual([DID, "did:web:other.example"]);
  });

  it("is kept for 1,000 DIDs; the oldest goes first", async () => {
    const { codeOf, asked } = labOf();
    const kids = Array.from({ length: 1001 }, (_, index) => `did:web:h${index}.example#key-1`);
    for (const kid of kids.slice(0, 1000)) await codeOf(kid);
    for (const kid of kids.slice(0, 1000)) await codeOf(kid);
    expect(asked).toHaveLength(1000);
    await codeOf(kids[1000]);
    for (const kid of kids.slice(1)) await codeOf(kid);
    expect(asked).toHaveLength(1001);
    await codeOf(kids[0]);
    expect(asked).toHaveLength(1002);
  });

  it("is replaced without another's going, when it is asked for anew", async () => {
    const { codeOf, asked, clock } = labOf((did, context) =>
      did.includes(":h1.") ? Promise.reject(new Error("network")) : standard(did, context),
    );
    const kids = Array.from({ length: 1000 }, (_, index) => `did:web:h${index}.example#key-1`);
    for (const kid of kids) await codeOf(kid);
    // The refusal, the second oldest, is over before the others.
    clock.set(clock.now() + 30_001);
    await codeOf(kids[1]);
    expect(asked).toHaveLength(1001);
    for (const kid of kids) await codeOf(kid);
    expect(asked).toHaveLength(1001);
    // It is the newest now: another makes the first go, and one more the third.
    await codeOf("did:web:other.example#key-1");
    await codeOf("did:web:another.example#key-1");
    for (const index of [1, 3]) await codeOf(kids[index]);
    expect(asked).toHaveLength(1003);
    for (const index of [0, 2]) await codeOf(kids[index]);
    expect(asked).toHaveLength(1005);
  });
});

describe("SG-21: requests", () => {
  it("are one at a time for a DID, however many ask, by whatever key", async () => {
    const { resolver, release } = held();
    const { codeOf, asked, clock } = labOf(resolver);
    const answers = [codeOf(), codeOf(`${DID}#key-2`), codeOf(), codeOf("did:web:other.example#key-1")];
    expect(asked).toEqual([DID, "did:web:other.example"]);
    release();
    expect(await Promise.all(answers.slice(0, 3))).toEqual(["ok", "key_not_authorized", "ok"]);
    release();
    expect(await answers[3]).toBe("key_unresolvable");
    expect(clock.pendingCount).toBe(0);
  });

  it("SG-20: end after 5,000 ms, and not before", async () => {
    const { resolver } = held();
    const { codeOf, asked, signals, clock } = labOf(resolver);
    let code: string | undefined;
    const answer = codeOf().then((result) => {
      code = result;
    });
    await clock.advance(4_999);
    expect(code).toBeUndefined();
    expect(signals[0]!.aborted).toBe(false);
    // Who comes late waits for what is left.
    const late = codeOf();
    await clock.advance(1);
    expect(code).toBe("key_unresolvable");
    expect(signals[0]!.aborted).toBe(true);
    expect(await late).toBe("key_unresolvable");
    await answer;
    // It is a refusal, and kept as one.
    await codeOf();
    expect(asked).toHaveLength(1);
    expect(clock.pendingCount).toBe(0);
  });

  it("that are answered too late change nothing", async () => {
    const { resolver, release } = held();
    const { codeOf, clock } = labOf(resolver);
    const answer = codeOf();
    await clock.advance(5_000);
    release();
    await clock.advance(0);
    expect([await answer, await codeOf()]).toEqual(["key_unresolvable", "key_unresolvable"]);
  });

  it("are left by a caller whose signal is aborted, and go on for the others", async () => {
    const { resolver, release } = held();
    const { codeOf, asked, signals, clock } = labOf(resolver);
    const impatient = new AbortController();
    const left = codeOf(KID, impatient.signal);
    const waits = codeOf();
    impatient.abort();
    expect(await left).toBe("key_unresolvable");
    expect(signals[0]!.aborted).toBe(false);
    release();
    expect(await waits).toBe("ok");
    expect(await codeOf()).toBe("ok");
    expect(asked).toHaveLength(1);
    expect(clock.pendingCount).toBe(0);
  });

  it("that everybody has left are ended, and nothing is kept of them", async () => {
    const { resolver, release } = held();
    const { codeOf, asked, signals, clock } = labOf(resolver);
    const impatient = new AbortController();
    const left = codeOf(KID, impatient.signal);
    impatient.abort();
    expect(await left).toBe("key_unresolvable");
    expect(signals[0]!.aborted).toBe(true);
    const again = codeOf();
    release();
    release();
    expect(await again).toBe("ok");
    expect(asked).toHaveLength(2);
    expect(clock.pendingCount).toBe(0);
  });

  it("are not begun for what is no signal, which cannot be had, and are for none [SG-16]", async () => {
    const { resolveKey, asked } = labOf();
    const odd = [
      {},
      5,
      "abort",
      { addEventListener: () => undefined },
      { removeEventListener: () => undefined },
    ];
    for (const signal of odd) {
      const answer = await resolveKey(KID, { signal: signal as never });
      expect(answer).toMatchObject({ ok: false, code: "key_unresolvable" });
    }
    expect(asked).toEqual([]);
    for (const context of [null, {}, { signal: null }, { signal: undefined }]) {
      expect(await resolveKey(KID, context as never)).toMatchObject({ ok: true });
    }
  });

  it("are not begun for a signal that is aborted already", async () => {
    const { codeOf, asked, clock } = labOf();
    expect(await codeOf(KID, AbortSignal.abort())).toBe("key_unresolvable");
    expect(asked).toEqual([]);
    expect(clock.pendingCount).toBe(0);
  });
});

describe("SG-23: forgetKey", () => {
  it("drops what is kept, a refusal as well, and leaves the other DIDs", async () => {
    const { codeOf, forgetKey, asked } = labOf();
    const other = "did:web:other.example#key-1";
    await codeOf();
    await codeOf(other);
    forgetKey(DID);
    forgetKey("did:web:unknown.example");
    await codeOf();
    await codeOf(other);
    expect(asked).toEqual([DID, "did:web:other.example", DID]);
    const refused = labOf(() => Promise.reject(new Error("network")));
    await refused.codeOf();
    refused.forgetKey(DID);
    await refused.codeOf();
    expect(refused.asked).toHaveLength(2);
  });

  it("makes what is under way not be kept, and the next question a new request", async () => {
    const { resolver, release } = held();
    const { resolveKey, forgetKey, asked, clock } = labOf(resolver);
    const before = resolveKey(KID);
    forgetKey(DID);
    const after = resolveKey(KID);
    expect(asked).toHaveLength(2);
    release();
    expect(await before).toMatchObject({ snapshot: { publicKeyMultibase: firstKey.multibase } });
    release(rotated());
    expect(await after).toMatchObject({ snapshot: { publicKeyMultibase: secondKey.multibase } });
    expect(await resolveKey(KID)).toMatchObject({ snapshot: { publicKeyMultibase: secondKey.multibase } });
    expect(asked).toHaveLength(2);
    expect(clock.pendingCount).toBe(0);
  });

  it("keeps the newer answer when the older comes last", async () => {
    const { resolver, release } = held();
    const { resolveKey, forgetKey } = labOf(resolver);
    const older = resolveKey(KID);
    forgetKey(DID);
    const newer = resolveKey(KID);
    release(rotated(), 1);
    await newer;
    release();
    await older;
    expect(await resolveKey(KID)).toMatchObject({ snapshot: { publicKeyMultibase: secondKey.multibase } });
  });
});

it("works on the platform's clock by default", async () => {
  const { resolveKey } = createKeyResolver({ sha256, methods: { web: standard } });
  const before = Date.now();
  const key = await resolveKey(KID);
  expect(key.ok && key.snapshot.resolvedAt >= before && key.snapshot.resolvedAt <= Date.now()).toBe(true);
});
