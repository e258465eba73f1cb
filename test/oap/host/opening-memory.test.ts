import { describe, expect, it } from "vitest";
import type { OapAnswer, OpenDocument, OpenRequest, PartyProfile } from "../../../src/oap/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { passing } from "../attacks/stage.js";
import { good, opening, START, until, type World, world } from "../host-setup.js";
import { resigned, signers } from "../oap-world.js";

type Opener = "ada" | "smith" | "eve";

/** Opens as that party. */
async function openBy(here: World, opener: Opener = "ada"): Promise<OpenDocument> {
  const responder = opener === "smith" ? here.ada.did : here.smith.did;
  return here[opener].open({ ...opening(here), responder });
}

/** The codes of as many openings at once, each with how often it came. */
async function opensAtOnce(here: World, count: number): Promise<Record<string, number>> {
  const documents = await Promise.all(Array.from({ length: count }, () => openBy(here)));
  return tally(documents.map((document) => here.host.open(document)));
}

async function tally(answering: readonly OapAnswer<{ ok: true }>[]): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (const answer of await Promise.all(answering)) {
    const code = answer.ok ? "ok" : answer.code;
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}

const TOO_MANY = { ok: false, code: "too_many_openings" };

describe("how many negotiations are live", () => {
  it("OAP-54: an Open that is refused for it leaves nothing: it opens as soon as there is room", async () => {
    const here = await world({ maxLivePerOpener: 1 });
    const { history } = good(await here.host.open(await openBy(here)));
    const refused = await openBy(here);
    for (const _ of [1, 2, 3]) expect(await here.host.open(refused)).toMatchObject(TOO_MANY);
    expect(await here.service.loadNegotiation(refused.open_id.replace("opn", "neg"))).toBeUndefined();
    good(await here.host.withdraw(await here.ada.withdraw(history)));
    good(await here.host.open(refused));
  });

  it("OAP-54: what does not open, for whatever reason, counts as nothing", async () => {
    let isAdmitting = false;
    const here = await world({
      maxLivePerOpener: 1,
      admitOpen: () => isAdmitting,
      profileOf: (did) => ({ level: did === here.eve.did ? "unknown" : "unspecified" }),
    });
    expect(await opensAtOnce(here, 1)).toEqual({ not_admitted: 1 });
    isAdmitting = true;
    const own = await openBy(here);
    const twice = { initiator: here.ada.did, responder: here.ada.did };
    const alone = await resigned(own, twice, "open", await signers.ada());
    expect(await here.host.open(alone)).toMatchObject({ ok: false, code: "party_invalid" });
    const stranger = await resigned(own, { responder: here.eve.did }, "open", await signers.ada());
    expect(await here.host.open(stranger)).toMatchObject({ code: "confidentiality_unknown" });
    good(await here.host.open(own));
    expect(await here.host.open(await openBy(here))).toMatchObject(TOO_MANY);
  });

  it("OAP-17: the same Open at the same time is one, and takes one place", async () => {
    const here = await world({ maxLivePerOpener: 2 });
    const document = await openBy(here);
    const again = Array.from({ length: 5 }, () => here.host.open(document));
    expect(await tally(again)).toEqual({ ok: 5 });
    expect(await opensAtOnce(here, 2)).toEqual({ ok: 1, too_many_openings: 1 });
    // What is there is shown, however many there are.
    good(await here.host.open(document));
  });

  it("OAP-54: after a restart, resume counts what is live, by who opened it, and lets go of it when it ends", async () => {
    const store = new MemoryStore();
    const before = await world({ service: { store } });
    const [first] = [good(await before.host.open(await openBy(before)))];
    good(await before.host.open(await openBy(before)));
    good(await before.host.open(await openBy(before, "smith")));
    await before.service.close();
    const here = await world({ service: { store }, store, maxLivePerOpener: 2, seed: 1 });
    expect(await here.host.resume()).toBe(0);
    expect(await here.host.resume()).toBe(0);
    expect(await opensAtOnce(here, 1)).toEqual({ too_many_openings: 1 });
    good(await here.host.withdraw(await here.ada.withdraw(first!.history)));
    expect(await opensAtOnce(here, 2)).toEqual({ ok: 1, too_many_openings: 1 });
    good(await here.host.open(await openBy(here, "smith")));
    expect(await here.host.open(await openBy(here, "smith"))).toMatchObject(TOO_MANY);
  });

  it("OAP-54: those that another process has ended make room within a minute", async () => {
    const store = new MemoryStore();
    const here = await world({ service: { store }, maxLivePerOpener: 1 });
    const other = await world({ service: { store }, clock: here.clock, seed: 1 });
    const { history } = good(await here.host.open(await openBy(here)));
    const next = await openBy(here);
    expect(await here.host.open(next)).toMatchObject(TOO_MANY);
    good(await other.host.withdraw(await here.ada.withdraw(history)));
    here.clock.set(START + 59_999);
    // Who is full is not read again for every opening that is refused.
    expect(await here.host.open(next)).toMatchObject(TOO_MANY);
    here.clock.set(START + 60_000);
    good(await here.host.open(next));
  });
});

describe("who may open", () => {
  it("OAP-54: a profile that does not come in time refuses the Open, and gives its place back", async () => {
    let answer: PartyProfile | undefined;
    const profileOf = () => answer ?? new Promise<never>(() => undefined);
    const here = await world({ profileOf, maxLivePerOpener: 1 });
    const first = await openBy(here);
    const refused = await passing(here.clock, 5_000, () => here.host.open(first));
    expect(refused).toMatchObject({ code: "store_failed" });
    answer = { level: "unspecified" };
    good(await here.host.open(first));
  });

  it("OAP-54: admitOpen is asked once the signature holds, with the DID and how many of it are live", async () => {
    const asked: OpenRequest[] = [];
    const here = await world({ admitOpen: (request) => asked.push(request) > 0 });
    const first = await openBy(here);
    const forged = { ...first, category: "sla" };
    expect(await here.host.open(forged)).toMatchObject({ code: "signature_invalid" });
    expect(asked).toEqual([]);
    for (const _ of [1, 2]) good(await here.host.open(first));
    const second = await openBy(here);
    good(await here.host.open(second));
    const caller = here.ada.did;
    expect(asked).toEqual([
      { open: first, caller, live: 0 },
      { open: second, caller, live: 1 },
    ]);
  });

  it.each([
    ["false", () => false],
    ["what is not true", () => "yes" as never],
    ["nothing", () => undefined as never],
    ["a promise of false", async () => false],
    [
      "an exception",
      () => {
        throw new Error("no");
      },
    ],
    ["a rejection", () => Promise.reject(new Error("no"))],
  ])("OAP-54: %s is not_admitted, and opens nothing", async (_, admitOpen) => {
    const here = await world({ admitOpen });
    const answer = await here.host.open(await openBy(here));
    expect(answer).toMatchObject({ ok: false, code: "not_admitted" });
    expect(here.service.getLatestNegotiation()).toBeUndefined();
  });

  it("OAP-54: so is no answer for 5,000 ms", async () => {
    let isAsked = false;
    const here = await world({
      admitOpen: () => {
        isAsked = true;
        return new Promise(() => {});
      },
    });
    let answer: object | undefined;
    const opened = here.host.open(await openBy(here)).then((given) => {
      answer = given;
    });
    await until(() => isAsked);
    await here.clock.advance(4_999);
    expect(answer).toBeUndefined();
    await here.clock.advance(1);
    await opened;
    expect(answer).toMatchObject({ code: "not_admitted" });
  });
});

describe("what a host remembers of Opens", () => {
  it("OAP-50: after a restart it asks the log; an old Open is not taken while that does not answer", async () => {
    const here = await world({ service: { keepSettled: 0 } });
    const document = await openBy(here);
    const first = good(await here.host.open(document)).history;
    const view = good(await here.host.propose(await here.ada.propose(first, { terms: {} }))).history;
    good(await here.host.accept(await here.smith.accept(view)));
    let isHanging = false;
    const find: typeof here.log.find = (id) => (isHanging ? new Promise(() => {}) : here.log.find(id));
    const has = (): boolean => false;
    const again = await world({ log: { ...here.log, find, has }, clock: here.clock, seed: 1 });
    expect(await again.host.open(document)).toMatchObject({ ok: false, code: "negotiation_over" });
    isHanging = true;
    const asking = again.host.open(document);
    // The one host waits on the other's clock.
    await until(() => here.clock.pendingCount > 0);
    await here.clock.advance(2_000);
    expect(await asking).toMatchObject({ ok: false, code: "store_failed" });
    expect(again.service.getLatestNegotiation()).toBeUndefined();
  });
});
