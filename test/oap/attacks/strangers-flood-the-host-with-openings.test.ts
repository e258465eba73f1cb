import { describe, expect, it } from "vitest";
import { createKeyResolver, type KeyResolver, type OpenDocument } from "../../../src/oap/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { good, opened, opening, START, sha256, signerOf, until, type World, world } from "../host-setup.js";
import { codeOf, resigned, signers } from "../oap-world.js";
import { deadKey, toldTo, webNames } from "./web-names.js";

type Given = NonNullable<Parameters<typeof world>[0]>;

const idOf = (count: number): string => String(count).padStart(26, "0");

function countOf(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** A host to which every signature is good, so that strangers cost nothing here. */
async function gullible(given: Given = {}): Promise<World> {
  const own = createKeyResolver({ sha256 });
  const { snapshot, publicKey } = good(await own.resolveKey((await signerOf(1)).kid));
  const documentHash = `sha256-${"A".repeat(43)}=`;
  const resolver: KeyResolver = {
    ...own,
    resolveKey: async (kid) =>
      kid.startsWith("did:key:")
        ? own.resolveKey(kid)
        : { ok: true, snapshot: { ...snapshot, kid, documentHash }, publicKey },
  };
  return world({ resolver, verifier: () => true, ...given });
}

/** Opens of as many strangers, each by a name of its own unless one is given, with Bob. */
async function strangers(here: World, count: number, name?: string): Promise<readonly OpenDocument[]> {
  const open = await here.ada.open(opening(here));
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const initiator = name ?? `did:web:stranger-${index}.example`;
      const changes = { initiator, open_id: `opn_${idOf(index)}` };
      return resigned(open, changes, "open", await deadKey(initiator, 3, "key-1"));
    }),
  );
}

/** The codes of all, handed in so many at a time that none has to queue. */
async function codesOf(here: World, opens: readonly OpenDocument[]): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let from = 0; from < opens.length; from += 50) {
    const some = opens.slice(from, from + 50).map((open) => here.host.open(open));
    codes.push(...(await Promise.all(some)).map(codeOf));
  }
  return codes;
}

const knownOf = (here: World, opens: readonly OpenDocument[]): number =>
  opens.filter(({ open_id }) => here.service.getNegotiation(`neg_${open_id.slice(4)}`)).length;

describe("1,500 strangers flood the host with openings", () => {
  it("which are bounded for the host: no more than it has room for are live [OAP-54]", async () => {
    const here = await gullible({ maxLive: 1_000 });
    const opens = await strangers(here, 1_500);
    const codes = await codesOf(here, opens);
    expect(countOf(codes)).toEqual({ ok: 1_000, too_many_openings: 500 });
    expect(knownOf(here, opens)).toBe(1_000);
  });

  it("or one does, under one name: a hundred are live, and Ada opens as ever [OAP-54]", async () => {
    const here = await gullible();
    const opens = await strangers(here, 150, "did:web:eve.example");
    const codes = await codesOf(here, opens);
    expect(countOf(codes)).toEqual({ ok: 100, too_many_openings: 50 });
    expect(knownOf(here, opens)).toBe(100);
    expect((await opened(here)).state).toBe("OPEN");
    // One that is over makes room for one.
    const [first, , ...rest] = opens;
    const view = good(await here.host.open(first)).history;
    good(await here.host.withdraw(await here.smith.withdraw(view)));
    const again = await Promise.all(rest.slice(-2).map((open) => here.host.open(open)));
    expect(again.map(codeOf).sort()).toEqual(["ok", "too_many_openings"]);
  });

  it("and a host that knows whom it serves lets none of them in [OAP-54]", async () => {
    const asked: string[] = [];
    const here = await gullible({
      admitOpen: ({ caller, live }) => {
        asked.push(`${caller} ${live}`);
        return caller.startsWith("did:key:");
      },
    });
    const opens = await strangers(here, 20);
    const codes = await codesOf(here, opens);
    expect(countOf(codes)).toEqual({ not_admitted: 20 });
    expect(knownOf(here, opens)).toBe(0);
    await opened(here);
    await opened(here);
    expect(asked.slice(-2)).toEqual([`${here.ada.did} 0`, `${here.ada.did} 1`]);
  });

  it("of which one is refused while its twin is under way: the twin counts all the same [OAP-54]", async () => {
    const gates: (() => void)[] = [];
    const here = await gullible({
      maxLivePerOpener: 1,
      admitOpen: () => new Promise((resolve) => gates.push(() => resolve(gates.length > 1))),
    });
    const [open] = await strangers(here, 1);
    const answers = [here.host.open(open), here.host.open(open)];
    await until(() => gates.length === 2);
    const second = gates.pop();
    gates[0]!();
    expect(codeOf(await Promise.race(answers))).toBe("not_admitted");
    gates.push(second!);
    second!();
    expect((await Promise.all(answers)).map(codeOf).sort()).toEqual(["not_admitted", "ok"]);
    const other = { ...open!, open_id: `opn_${idOf(77)}` };
    expect(codeOf(await here.host.open(other))).toBe("too_many_openings");
  });

  it("of whom one opens what Ada is opening: she loses no place by it [OAP-54]", async () => {
    const gates: (() => void)[] = [];
    const here = await world({
      maxLivePerOpener: 1,
      admitOpen: () => new Promise((resolve) => gates.push(() => resolve(true))),
    });
    const open = await here.ada.open(opening(here));
    const own = await resigned(open, {}, "open", await signers.smith());
    const answers = [here.host.open(open), here.host.open(own)];
    await until(() => gates.length === 2);
    for (const go of gates.splice(0)) go();
    expect((await Promise.all(answers)).map(codeOf).sort()).toEqual(["command_conflict", "ok"]);
    const [view] = (await Promise.all(answers)).flatMap((answer) => (answer.ok ? [answer.history] : []));
    good(await here.host.withdraw(await here.ada.withdraw(view!)));
    const next = here.host.open(await here.ada.open(opening(here)));
    await until(() => gates.length === 1);
    gates[0]!();
    expect(codeOf(await next)).toBe("ok");
  });
});

describe("2,000 strangers open under names that the host has to look up", () => {
  it("which makes at most 16 requests at once, whoever answers them [OAP-54]", async () => {
    const names = webNames();
    const here = await world({ resolver: names.resolver(new ManualClock(START)) });
    const opens = await strangers(here, 2_000);
    names.hang(() => true);
    const answers = opens.map((open) => here.host.open(open));
    await until(() => names.asked.length > 0);
    const codes: string[] = [];
    for (const answer of answers) void answer.then((one) => codes.push(codeOf(one)));
    await until(() => codes.length > 1_700);
    expect(names.most).toBeLessThanOrEqual(16);
    expect(new Set(codes)).toEqual(new Set(["queue_full"]));
    names.letGo();
    await Promise.all(answers);
    expect(names.most).toBeLessThanOrEqual(16);
    expect(names.asked.length).toBeLessThanOrEqual(300);
    expect(knownOf(here, opens)).toBe(0);
  });

  it("while Bob, who has a name of that sort too, negotiates on [OAP-54]", async () => {
    const names = webNames();
    const bob = "did:web:bob.example";
    const signer = await names.add(bob, 21, "key-1");
    const here = await world({ resolver: names.resolver(new ManualClock(START)) });
    const view = good(
      await here.host.open(await here.ada.open({ ...opening(here), responder: bob })),
    ).history;
    const offer = await here.ada.propose(view, { terms: { price: "40.00" } });
    const offered = good(await here.host.propose(offer)).history;
    names.hang((did) => did !== bob);
    const opens = await strangers(here, 500);
    for (const open of opens) void here.host.open(open);
    await until(() => names.asked.length > 7);
    const { smith } = here;
    const rejection = await resigned(
      await smith.reject(toldTo(smith.did, offered)),
      { from: bob, to: here.ada.did },
      "reject",
      signer,
    );
    expect(codeOf(await here.host.reject(rejection))).toBe("ok");
    names.letGo();
  });
});

describe("Ada's name hangs when the host looks her up", () => {
  it("as often as she likes: Bob's documents are taken all the same [OAP-54]", async () => {
    const names = webNames();
    const ada = "did:web:ada.example";
    const signer = await names.add(ada, 21, "key-1");
    const here = await world({ resolver: names.resolver(new ManualClock(START)) });
    const open = await resigned(await here.ada.open(opening(here)), { initiator: ada }, "open", signer);
    const view = good(await here.host.open(open)).history;
    const { open: _, ...shown } = view;
    const told = { ...shown, initiator: here.ada.did } as typeof view;
    names.hang((did) => did === ada);
    const flood = await Promise.all(
      Array.from({ length: 32 }, async () =>
        resigned(await here.ada.withdraw(told), { from: ada }, "withdraw", signer),
      ),
    );
    const hung = flood.map((document) => here.host.withdraw(document));
    await until(() => names.asked.length > 1);
    const { smith } = here;
    const walked = await smith.withdraw(view);
    expect(codeOf(await here.host.withdraw(walked))).toBe("ok");
    names.letGo();
    expect(new Set((await Promise.all(hung)).map(codeOf))).toEqual(
      new Set(["negotiation_over", "queue_full"]),
    );
    expect(names.most).toBeLessThanOrEqual(2);
  });
});
