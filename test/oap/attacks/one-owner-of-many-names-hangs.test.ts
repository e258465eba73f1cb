import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { type OapParty, oapParty, type Signer } from "../../../src/oap/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { DID, good, opening, START, sha256, signerOf, until, type World, world } from "../host-setup.js";
import { codeOf, resigned } from "../oap-world.js";
import { deadKey, toldTo, type WebNames, webNames } from "./web-names.js";

const BOB = "did:web:bob.co.uk";

/** Bob, who has a name in the web, may answer an offer of Ada's. */
async function offered(names: WebNames) {
  const here = await world({ resolver: names.resolver(new ManualClock(START)) });
  const bob = await names.add(BOB, 21, "key-1");
  const view = good(await here.host.open(await here.ada.open({ ...opening(here), responder: BOB }))).history;
  const offer = await here.ada.propose(view, { terms: { price: "40.00" } });
  const standing = good(await here.host.propose(offer)).history;
  const { smith } = here;
  const told = await smith.reject(toldTo(smith.did, standing));
  const rejection = await resigned(told, { from: BOB, to: here.ada.did }, "reject", bob);
  return { here, rejection };
}

/** Eve, or one of those that she is as well: keys cost nothing. */
async function eveBy(seed: number, here: World): Promise<OapParty> {
  const pinned = [{ host: DID, manifest_hash: here.hash }];
  return oapParty({ signer: await signerOf(seed), sha256, clock: here.clock, pinned });
}

/** A withdrawal, under that name, from a live negotiation that Eve has opened with it. */
async function walked(here: World, eve: OapParty, did: string, signer: Signer) {
  const view = good(await here.host.open(await eve.open({ ...opening(here), responder: did }))).history;
  return resigned(await eve.withdraw(view), { from: did, to: eve.did }, "withdraw", signer);
}

/** Documents of live negotiations, each under a name of its own that hangs when it is looked up. */
async function flood(here: World, count: number, nameOf: (index: number) => string, seeds = [3]) {
  const eves = await Promise.all(seeds.map((seed) => eveBy(seed, here)));
  const documents = [];
  for (let index = 0; index < count; index += 1) {
    const did = nameOf(index);
    documents.push(await walked(here, eves[index % eves.length]!, did, await deadKey(did, 4, "key-1")));
  }
  return documents;
}

describe("One owner of many names hangs whenever the host looks one of them up", () => {
  it.each([
    ["which are names under her own domain", (n: number) => `did:web:n${n}.eve.example`, [3]],
    ["under one of two labels", (n: number) => `did:web:n${n}.eve.co.uk`, [3]],
    ["under one, by port and path", (n: number) => `did:web:n${n}.eve.example%3A${443 + n}:a:b`, [3]],
    ["of as many domains", (n: number) => `did:web:eve-${n}.example`, [3]],
    ["under her own domain, by many keys", (n: number) => `did:web:n${n}.eve.example`, [3, 5, 6, 7, 8]],
  ])("%s: Bob's document is taken at once [OAP-54]", async (_, nameOf, seeds) => {
    const names = webNames();
    const { here, rejection } = await offered(names);
    names.hang((did) => did.includes("eve"));
    const documents = await flood(here, 90, nameOf, seeds);
    const answers = documents.map((document) => here.host.withdraw(document));
    const codes: string[] = [];
    for (const answer of answers) void answer.then((one) => codes.push(codeOf(one)));
    await until(() => names.asked.filter((did) => did.includes("eve")).length > 1);
    // Time enough for all that would be begun.
    await here.clock.advance(0);
    expect(codeOf(await here.host.reject(rejection))).toBe("ok");
    expect(names.most).toBeLessThanOrEqual(6);
    names.letGo();
    await Promise.all(answers);
    expect(new Set(codes)).toEqual(new Set(["key_not_authorized"]));
  });

  it("under a domain that she shares with Bob: his comes next, before all of hers that wait [OAP-54]", async () => {
    const names = webNames();
    const here = await world({ resolver: names.resolver(new ManualClock(START)) });
    const bob = "did:web:bob.pages.example";
    const signer = await names.add(bob, 21, "key-1");
    const own = await walked(here, here.ada, bob, signer);
    names.hang((did) => did.includes("eve"));
    const documents = await flood(here, 20, (n) => `did:web:eve-${n}.pages.example`);
    const answers = documents.map((document) => here.host.withdraw(document));
    await until(() => names.asked.length === 2);
    const answer = here.host.withdraw(own);
    await here.clock.advance(999);
    expect(names.asked).toHaveLength(2);
    await here.clock.advance(1);
    expect(codeOf(await answer)).toBe("ok");
    expect(names.asked).toContain(bob);
    names.letGo();
    await here.clock.advance(5_000);
    for (let wait = 0; wait < 20; wait += 1) await here.clock.advance(5_000);
    await Promise.all(answers);
  });

  it.each([
    [14, "for the first time: Bob's document is taken after a second", 1_000],
    [90, "for the first time: Bob's document is taken after a second", 1_000],
    [14, "once more: Bob's document is taken at once", 0],
  ])("of %i domains, with each of which Ada has opened as with Bob, %s [OAP-54]", async (count, _, ms) => {
    const names = webNames();
    const { here, rejection } = await offered(names);
    names.hang((did) => did.includes("eve"));
    const documents = await flood(here, count, (n) => `did:web:eve-${n}.example`, [1]);
    const flooded = async (): Promise<readonly Promise<unknown>[]> => {
      const { length } = names.asked;
      // Each of them again and again.
      const answers = [1, 2, 3].flatMap(() => documents.map((document) => here.host.withdraw(document)));
      await until(() => names.asked.length >= length + 2);
      return answers;
    };
    if (ms === 0) {
      const before = await flooded();
      for (let wait = 0; wait < 100; wait += 1) await here.clock.advance(1_000);
      await Promise.all(before);
    }
    const answers = await flooded();
    const answer = here.host.reject(rejection);
    if (ms > 0) await here.clock.advance(ms - 1);
    expect(names.asked.includes(BOB)).toBe(false);
    await here.clock.advance(ms > 0 ? 1 : 0);
    expect(codeOf(await answer)).toBe("ok");
    names.letGo();
    for (let wait = 0; wait < 100; wait += 1) await here.clock.advance(1_000);
    await Promise.all(answers);
  });

  it.each(["pages.example", "co.uk"])(
    "by paths of one host under %s, resent without end, where Bob has his: his document is taken after a second [OAP-54]",
    async (suffix) => {
      const names = webNames();
      const here = await world({ resolver: names.resolver(new ManualClock(START)) });
      const bob = `did:web:bob.${suffix}`;
      const own = await walked(here, here.ada, bob, await names.add(bob, 21, "key-1"));
      names.hang((did) => did.includes("eve"));
      const documents = await flood(here, 40, (n) => `did:web:eve.${suffix}:u${n}`, [3, 5]);
      const answers: Promise<unknown>[] = [];
      const send = (from: number): void => {
        for (const document of documents.slice(from, from + 4)) answers.push(here.host.withdraw(document));
      };
      for (let round = 0; round < 10; round += 1) {
        send(4 * round);
        await here.clock.advance(1_000);
      }
      const answer = here.host.withdraw(own);
      send(0);
      await here.clock.advance(1_000);
      expect(codeOf(await answer)).toBe("ok");
      names.letGo();
      for (let wait = 0; wait < 20; wait += 1) await here.clock.advance(1_000);
      await Promise.all(answers);
    },
  );

  it("of as many domains, by many keys: Bob, whose key was had before, comes before all that came after him [OAP-54]", async () => {
    const names = webNames();
    const here = await world({ resolver: names.resolver(new ManualClock(START)) });
    const signer = await names.add(BOB, 21, "key-1");
    const [before, own] = [
      await walked(here, here.ada, BOB, signer),
      await walked(here, here.ada, BOB, signer),
    ];
    expect(codeOf(await here.host.withdraw(before))).toBe("ok");
    names.hang((did) => did.includes("eve"));
    const seeds = Array.from({ length: 20 }, (_, index) => 30 + index);
    const documents = await flood(here, 20, (n) => `did:web:eve-${n}.example`, seeds);
    const sent = documents.slice(0, 8).map((document) => here.host.withdraw(document));
    await until(() => names.asked.length === 9);
    const answer = here.host.withdraw(own);
    await here.clock.advance(0);
    const later = documents.slice(8).map((document) => here.host.withdraw(document));
    await here.clock.advance(1_000);
    expect(codeOf(await answer)).toBe("ok");
    names.letGo();
    for (let wait = 0; wait < 20; wait += 1) await here.clock.advance(1_000);
    await Promise.all([...sent, ...later]);
  });

  it.each([
    [
      "ever new names under ten domains that hang",
      (n: number) => `did:web:n${n}.eve-${n % 10}.example`,
      false,
      0,
    ],
    [
      "names under ten domains, whose keys were had and that hang now",
      (n: number) => `did:web:n${n}.eve-${n % 10}.example`,
      true,
      0,
    ],
    [
      "ever new names under a domain that looks like a suffix",
      (n: number) => `did:web:eve-${n}.co.de`,
      false,
      0,
    ],
    [
      "names under twelve domains, whose keys were had, and that answer after 240 ms",
      (n: number) => `did:web:n${n}.eve-${n % 12}.example`,
      true,
      240,
    ],
    [
      "names under thirty domains that answer after 400 ms",
      (n: number) => `did:web:eve-${n % 30}.example:u${n}`,
      false,
      400,
    ],
  ])(
    "by %s, for as long as she likes, by many keys: Bob, who is new, is heard within a second [OAP-54]",
    async (_, nameOf, isKnown, answerMs) => {
      const names = webNames();
      const { here, rejection } = await offered(names);
      const eves = await Promise.all(Array.from({ length: 20 }, (_, index) => eveBy(30 + index, here)));
      const sent: Promise<unknown>[] = [];
      const send = async (index: number): Promise<void> => {
        const did = nameOf(index);
        const signer = answerMs > 0 ? await names.add(did, 4, "key-1") : await deadKey(did, 4, "key-1");
        sent.push(here.host.withdraw(await walked(here, eves[index % eves.length]!, did, signer)));
      };
      if (isKnown) {
        for (let index = 0; index < 400; index += 1) {
          const did = nameOf(index);
          const known = await walked(here, eves[index % eves.length]!, did, await names.add(did, 4, "key-1"));
          expect(codeOf(await here.host.withdraw(known))).toBe("ok");
        }
      }
      const isEve = (did: string): boolean => did.includes("eve");
      const late = () => new Promise((resolve) => here.clock.setTimeout(() => resolve(true), answerMs));
      names.hang(isEve, answerMs > 0 ? late : undefined);
      let answer: Promise<unknown> | undefined;
      // Forty a second.
      for (let tick = 0; tick < 400; tick += 1) {
        if (tick === 360) answer = here.host.reject(rejection);
        await send(tick);
        await here.clock.advance(25);
      }
      expect(names.asked).toContain(BOB);
      expect(codeOf((await answer) as never)).toBe("ok");
      names.letGo();
      for (let wait = 0; wait < 20; wait += 1) await here.clock.advance(1_000);
      await Promise.all(sent);
    },
  );

  it.each([
    [
      "of thirty domains that hang: agents of a domain with many, which is busy",
      (n: number) => `did:web:n${n}.eve-${n % 30}.example`,
      9_000,
      (n: number) => `did:web:agents.example:a${n}`,
      200,
    ],
    [
      "of forty domains and one under co.uk that hang: firms under co.uk",
      (n: number) => `did:web:n${n}.eve-${n % 40}.${n % 41 ? "example" : "co.uk"}`,
      9_000,
      (n: number) => `did:web:firm-${n}.co.uk`,
    ],
    [
      "of ever new domains that hang and are nobody's: agents of a host whose keys were had",
      (n: number) => `did:web:eve-${n}.example%3A81`,
      9_000,
      (n: number) => `did:web:shop.example:a${n}`,
    ],
    [
      "of twelve domains, whose keys were had and that answer after 400 ms: agents of such a host",
      (n: number) => `did:web:eve-${n % 12}.example:u${n}`,
      400,
      (n: number) => `did:web:shop.example:a${n}`,
    ],
    [
      "below Bob's own domain, which has them not: Bob, whose key was had",
      (n: number) => `did:web:shop.example:eve-${n}`,
      100,
      () => "did:web:shop.example:bob",
    ],
    [
      "at closed ports of Bob's own host, and of domains that are nobody's: Bob, whose key was had",
      (n: number) => (n % 2 ? `did:web:shop.example%3A81:eve-${n}` : `did:web:eve-${n}.example`),
      9_000,
      () => "did:web:shop.example:bob",
    ],
  ])("%s are heard within a second [OAP-54]", async (_, nameOf, answerMs, honestOf, before = 1) => {
    const names = webNames();
    const here = await world({ resolver: names.resolver(new ManualClock(START)) });
    const eves = await Promise.all(Array.from({ length: 20 }, (_, index) => eveBy(30 + index, here)));
    const isEve = (did: string): boolean => did.includes("eve");
    const walking = async (did: string, index: number) => {
      const isThere = !did.startsWith("did:web:shop.example:eve");
      const signer = await (isThere ? names.add(did, 4, "key-1") : deadKey(did, 4, "key-1"));
      return walked(here, eves[index % eves.length]!, did, signer);
    };
    names.hang(
      () => true,
      (did) =>
        new Promise((resolve) => here.clock.setTimeout(() => resolve(true), isEve(did) ? answerMs : 100)),
    );
    const honest: Promise<unknown>[] = [];
    for (let index = 0; index < before; index += 1) {
      honest.push(here.host.withdraw(await walking(honestOf(1_000 + index), index)));
      await here.clock.advance(100);
    }
    const sent: Promise<unknown>[] = [];
    let waiting = 0;
    for (let tick = 0; tick < 400; tick += 1) {
      if (tick >= 240 && tick % 40 === 0) {
        waiting += 1;
        honest.push(here.host.withdraw(await walking(honestOf(tick), tick)).finally(() => (waiting -= 1)));
      }
      // What comes right behind is newer.
      sent.push(here.host.withdraw(await walking(nameOf(tick), tick)));
      sent.push(here.host.withdraw(await walking(nameOf(tick + 1_000), tick)));
      await here.clock.advance(25);
      if (tick % 40 === 39) expect(waiting).toBe(0);
    }
    for (const answer of honest) expect(codeOf((await answer) as never)).toBe("ok");
    for (let wait = 0; wait < 20; wait += 1) await here.clock.advance(1_000);
    await Promise.all(sent);
  });

  it.each(["has opened", "was offered something, and has offered other terms,"])(
    "and Bob, who %s before the host was made anew, is still one whose key was had [OAP-54]",
    async (what) => {
      const names = webNames();
      const store = new MemoryStore();
      const made = () =>
        world({ resolver: names.resolver(new ManualClock(START)), service: { store }, store });
      const before = await made();
      const opens = async (did: string, signer: Signer) =>
        resigned(await before.ada.open(opening(before)), { initiator: did }, "open", signer);
      const bob = await names.add(BOB, 21, "key-1");
      if (what === "has opened") good(await before.host.open(await opens(BOB, bob)));
      else {
        const { ada, host } = before;
        const view = good(await host.open(await ada.open({ ...opening(before), responder: BOB }))).history;
        const offer = await ada.propose(view, { terms: { price: "40.00" } });
        good(await host.propose(offer));
        const proposal_id = `prp_${"7".padStart(26, "0")}`;
        const turned = {
          from: BOB,
          to: ada.did,
          proposal_id,
          previous_proposal_id: offer.proposal_id,
          round: 2,
        };
        good(await host.propose(await resigned(offer, turned, "proposal", bob)));
      }
      const here = await made();
      await here.host.resume();
      names.hang(() => true);
      const answers: Promise<unknown>[] = [];
      for (let index = 0; index < 8; index += 1) {
        const did = `did:web:eve-${index}.example`;
        answers.push(here.host.open(await opens(did, await deadKey(did, 4, "key-1"))));
      }
      await until(() => names.asked.length === 9);
      answers.push(here.host.open(await opens(BOB, bob)));
      const newer = "did:web:newer.example";
      answers.push(here.host.open(await opens(newer, await deadKey(newer, 4, "key-1"))));
      await here.clock.advance(0);
      await here.clock.advance(1_000);
      await until(() => names.asked.length >= 10);
      expect([names.asked[0], names.asked[9]]).toEqual([BOB, BOB]);
      names.letGo();
      for (let wait = 0; wait < 20; wait += 1) await here.clock.advance(1_000);
      await Promise.all(answers);
    },
  );
});
