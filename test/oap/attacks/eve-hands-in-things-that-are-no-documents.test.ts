import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { memoryLog, verifyLog } from "../../../src/oap/index.js";
import { good, sha256, stored, viewOf, type World, world } from "../host-setup.js";
import { codeOf } from "../oap-world.js";
import { kindsIn, logOver, offeredByAda } from "./stage.js";

/** Values that a program hands in, and no wire could carry. */
function hostile(real: object): readonly unknown[] {
  let looks = 0;
  // Another one at each look.
  const fickle = new Proxy(
    { ...real },
    {
      getOwnPropertyDescriptor: (target, name) => {
        looks += 1;
        return { ...Object.getOwnPropertyDescriptor(target, name)!, value: looks, configurable: true };
      },
    },
  );
  const thrower = new Proxy(
    { ...real },
    {
      ownKeys: () => {
        throw new Error("secret");
      },
    },
  );
  const accessor = Object.defineProperty({ ...real }, "from", {
    get: () => "did:web:eve.example",
    enumerable: true,
  });
  const cycle: Record<string, unknown> = { ...real };
  cycle["extensions"] = { cycle };
  const inherited = Object.create(real);
  const polluted = JSON.parse(`{"__proto__": {"ok": true}, "constructor": {"prototype": 1}}`);
  // What stands beside the three parts of a request is not looked at.
  const extended = "acceptance" in real ? [] : [[], null].map((extensions) => ({ ...real, extensions }));
  return [
    ...[undefined, null, 0, -0, Number.NaN, 1n, "", "{}", true, Symbol("x"), () => real, new Date(0)],
    ...[[], [real], {}, new Map(Object.entries(real)), fickle, thrower, accessor, cycle, inherited],
    ...[
      polluted,
      { ...real, ...polluted },
      { ...real, extensions: polluted },
      { ...real, toJSON: () => real },
    ],
    ...[new Uint8Array(9), Object.assign([], real), ...extended],
    Promise.resolve(real),
    { ...real, then: () => undefined },
  ];
}

const OPERATIONS = ["open", "propose", "accept", "reject", "withdraw", "cosign", "redact"] as const;

async function honest(here: World) {
  const { open, offer, view } = await offeredByAda(here);
  const request = await here.smith.accept(view);
  return {
    id: view.negotiation_id,
    documents: {
      open,
      propose: offer,
      accept: request,
      reject: await here.smith.reject(view),
      withdraw: await here.smith.withdraw(view),
      cosign: { agreement_id: request.acceptance.agreement_id, signature: request.agreement_signature },
      redact: { agreement_id: request.acceptance.agreement_id, pointers: ["/terms/price"] },
    },
  };
}

describe("Eve hands in things that are no documents", () => {
  it.each(OPERATIONS)("to %s: each is refused, and nothing changes [OAP-58]", async (operation) => {
    const here = await world();
    const { id, documents } = await honest(here);
    const before = await stored(here, id);
    const calls = [
      {},
      { caller: here.smith.did, negotiationId: id },
      { caller: here.eve.did, negotiationId: id },
      { caller: "__proto__", negotiationId: "constructor" },
      { caller: 7 as never, negotiationId: {} as never, expectedVersion: "0" as never },
    ];
    for (const value of hostile(documents[operation])) {
      for (const call of calls) {
        const answer = await here.host[operation](value, call);
        expect(answer).toMatchObject({ ok: false, code: expect.any(String) });
        expect(JSON.stringify(answer)).not.toContain("secret");
      }
    }
    expect(await stored(here, id)).toBe(before);
    expect(({} as Record<string, unknown>)["ok"]).toBeUndefined();
  });

  it("inside a request: neither half of it is taken [OAP-58]", async () => {
    const here = await world();
    const { id, documents } = await honest(here);
    const before = await stored(here, id);
    const { accept } = documents;
    for (const member of ["acceptance", "agreement_signature", "salt_secret"] as const) {
      for (const value of hostile(accept.acceptance)) {
        expect((await here.host.accept({ ...accept, [member]: value })).ok).toBe(false);
      }
    }
    expect(await stored(here, id)).toBe(before);
    good(await here.host.accept(accept));
    const call = { caller: here.ada.did, negotiationId: id };
    const cosignature = await here.ada.cosign(await viewOf(here, id));
    const logged = JSON.stringify(await here.port.read(0, 9));
    for (const value of hostile({})) {
      expect((await here.host.cosign({ ...cosignature, signature: value }, call)).ok).toBe(false);
      expect((await here.host.redact({ ...documents.redact, pointers: value }, call)).ok).toBe(false);
      expect((await here.host.redact({ ...documents.redact, pointers: [value] }, call)).ok).toBe(false);
    }
    for (const pointer of [
      "/terms",
      "/",
      "/terms/",
      "/terms/price/",
      "/terms/~1price",
      "/parties/0",
      "__proto__",
    ]) {
      expect((await here.host.redact({ ...documents.redact, pointers: [pointer] }, call)).ok).toBe(false);
    }
    expect(JSON.stringify(await here.port.read(0, 9))).toBe(logged);
  });

  it("as the history of a negotiation, or where to begin in it [OAP-58]", async () => {
    const here = await world();
    const { id } = await honest(here);
    for (const name of hostile({})) {
      expect(codeOf(await here.host.history(name as never, { caller: here.ada.did }))).toBe(
        "unknown_negotiation",
      );
      expect(codeOf(await here.host.history(id, { caller: name as never }))).toBe("unknown_negotiation");
    }
    for (const after of [-1, 0, 1e9]) {
      expect(codeOf(await here.host.history(id, { caller: here.ada.did, after }))).toBe("ok");
    }
    for (const after of [Number.NaN, 1.5, "1" as never, null as never, Number.POSITIVE_INFINITY]) {
      expect(codeOf(await here.host.history(id, { caller: here.ada.did, after }))).toBe("document_invalid");
    }
  });
});

describe("Two processes do the same at once", () => {
  it("to one deal: it is accepted, co-signed and redacted once [OAP-58]", async () => {
    const store = new MemoryStore();
    const port = memoryLog();
    const one = await world({ service: { store }, store, log: await logOver(port) });
    const two = await world({ service: { store }, store, log: await logOver(port) });
    const { view, open, offer } = await offeredByAda(one);
    const id = view.negotiation_id;
    const hosts = [one.host, two.host, one.host, two.host];
    expect((await Promise.all(hosts.map((host) => host.open(open)))).map(codeOf)).toEqual(
      hosts.map(() => "ok"),
    );
    expect((await Promise.all(hosts.map((host) => host.propose(offer)))).map(codeOf)).toEqual(
      hosts.map(() => "ok"),
    );
    const request = await one.smith.accept(view);
    const answers = await Promise.all(hosts.map((host) => host.accept(request)));
    expect(new Set(answers.map((answer) => good(answer).agreement.agreement_hash)).size).toBe(1);
    const call = { caller: one.ada.did, negotiationId: id };
    const cosignature = await one.ada.cosign(await viewOf(one, id));
    const wholes = await Promise.all(hosts.map((host) => host.cosign(cosignature, call)));
    expect(wholes.map((answer) => good(answer).complete)).toEqual(hosts.map(() => true));
    const { agreement_id } = cosignature;
    const redaction = { agreement_id, pointers: ["/terms/price"] };
    expect((await Promise.all(hosts.map((host) => host.redact(redaction, call)))).map(codeOf)).toEqual(
      hosts.map(() => "ok"),
    );
    expect(await Promise.all([one, two, one, two].map(({ host }) => host.resume()))).toEqual([1, 1, 1, 1]);
    expect(await kindsIn(port)).toEqual(["agreement", "cosignature", "redaction"]);
    const entries = (await port.read(0, 9)).map(({ entry }) => entry);
    expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true, size: 3 });
  });

  it("which is to end it in two ways: one of them is told that it is over [OAP-58]", async () => {
    const store = new MemoryStore();
    const port = memoryLog();
    const one = await world({ service: { store }, store, log: await logOver(port) });
    const two = await world({ service: { store }, store, log: await logOver(port) });
    for (const first of [0, 1]) {
      const { view } = await offeredByAda(one);
      await viewOf(two, view.negotiation_id);
      const request = await one.smith.accept(view);
      const withdrawal = await one.ada.withdraw(view);
      const acts = [() => one.host.accept(request), () => two.host.withdraw(withdrawal)];
      const answers = await Promise.all((first === 0 ? acts : acts.reverse()).map((act) => act()));
      expect(answers.map(codeOf).sort()).toEqual(["negotiation_over", "ok"]);
      const states = await Promise.all([one, two].map((here) => viewOf(here, view.negotiation_id)));
      expect(new Set(states.map(({ state }) => state)).size).toBe(1);
      const isAgreed = states[0]!.state === "ACCEPTED";
      const logged = (await port.read(0, 99)).some(
        ({ entry }) => entry.body["negotiation_id"] === view.negotiation_id,
      );
      expect(logged).toBe(isAgreed);
    }
  });
});
