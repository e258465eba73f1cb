import { describe, expect, it } from "vitest";
import { lookUpTurns } from "../../../src/oap/host/look-up-turns.js";
import type { KeyResult } from "../../../src/oap/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const FOUND = { ok: true } as KeyResult;
const BOB = "did:web:shop.example:bob";

/** Look-ups that last until they are ended: by `end`, with a key, or by who lets others have their turn. */
function table() {
  const clock = new ManualClock(0);
  const { inTurn, remember } = lookUpTurns(clock);
  const begun = new Map<string, (found?: KeyResult) => void>();
  const told = new Map<string, string>();
  const ask = (did: string, opener = did): void => {
    const look = (stop: AbortSignal): Promise<KeyResult | undefined> =>
      new Promise((resolve) => {
        begun.set(did, resolve);
        stop.addEventListener("abort", () => resolve(undefined));
      });
    void inTurn("open", did, opener, look).then((found) =>
      told.set(did, found?.ok ? "found" : (found?.code ?? "none")),
    );
  };
  const end = async (did: string, found?: KeyResult): Promise<void> => {
    begun.get(did)?.(found);
    await clock.advance(0);
  };
  /** With a key, after so many ms. */
  const had = async (did: string, ms = 0): Promise<void> => {
    ask(did);
    await clock.advance(ms);
    await end(did, FOUND);
    begun.delete(did);
    told.delete(did);
  };
  return { clock, ask, end, had, begun, told, remember };
}

it("a DID whose key was had is as slow as such DIDs of its domain, whatever others make up below it [OAP-54]", async () => {
  const { clock, ask, end, had, begun } = table();
  await had(BOB);
  for (let index = 0; index < 4; index += 1) await had(`did:web:known-${index}.example`);
  // Names at a port that nobody answers at make the domain slow.
  for (const did of ["did:web:shop.example%3A81:a", "did:web:shop.example%3A81:b"]) {
    ask(did);
    await clock.advance(5_000);
    await end(did);
  }
  for (let index = 0; index < 4; index += 1) ask(`did:web:known-${index}.example`);
  for (const name of ["w", "x", "y", "z"]) ask(`did:web:${name}.example`);
  ask(BOB);
  ask("did:web:new.example");
  expect([begun.has(BOB), begun.has("did:web:new.example")]).toEqual([false, false]);
  await end("did:web:x.example", FOUND);
  expect([begun.has(BOB), begun.has("did:web:new.example")]).toEqual([true, false]);
});

it.each([0, 1_200])(
  "a DID whose key was had, in %i ms, is the last to be told to come again, however many wait below its domain [OAP-54]",
  async (ms) => {
    const { ask, had, told } = table();
    await had(BOB, ms);
    for (let index = 0; index < 8; index += 1) ask(`did:web:hung-${index}.example`);
    ask(BOB);
    for (let index = 0; index < 300; index += 1)
      ask(`did:web:shop.example%3A81:n${index}`, `did:web:o${index}.example`);
    await Promise.resolve();
    expect(told.has(BOB)).toBe(false);
    expect([...told.values()].filter((code) => code === "queue_full")).toHaveLength(45);
  },
);

describe("a DID whose key server takes more than a second", () => {
  const FLOOD_MS = 100;

  /** Names that nobody has heard of, none of which is answered, one each 100 ms. */
  async function flooded({ clock, ask }: ReturnType<typeof table>, ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += FLOOD_MS) {
      ask(`did:web:flood-${clock.now()}.example`);
      await clock.advance(FLOOD_MS);
    }
  }

  it("is looked up to its end once its key was had, whatever others hang meanwhile [OAP-54]", async () => {
    const all = table();
    const { ask, end, had, begun, told } = all;
    await had(BOB, 1_200);
    await flooded(all, 5_000);
    ask(BOB);
    await flooded(all, 1_000);
    expect(begun.has(BOB)).toBe(true);
    await flooded(all, 1_200);
    expect(told.has(BOB)).toBe(false);
    await end(BOB, FOUND);
    expect(told.get(BOB)).toBe("found");
  });

  it.each([BOB, "did:plc:bob"])(
    "for the first time is ended for who waits, and has its time when it comes again: %s [OAP-54]",
    async (bob) => {
      const all = table();
      const { ask, end, had, begun, told } = all;
      await had(bob);
      await flooded(all, 5_000);
      ask(bob);
      await flooded(all, 2_200);
      expect(told.get(bob)).toBe("none");
      begun.delete(bob);
      told.delete(bob);
      ask(bob);
      await flooded(all, 2_200);
      expect([begun.has(bob), told.has(bob)]).toEqual([true, false]);
      await end(bob, FOUND);
      expect(told.get(bob)).toBe("found");
    },
  );

  it("or was away for a while, is no stranger when it is back [OAP-54]", async () => {
    const all = table();
    const { clock, ask, end, had, begun, told } = all;
    await had(BOB);
    for (const _ of [1, 2, 3]) {
      ask(BOB);
      await clock.advance(5_000);
      await end(BOB);
    }
    begun.delete(BOB);
    told.delete(BOB);
    await flooded(all, 5_000);
    ask(BOB);
    await flooded(all, 1_000);
    expect(begun.has(BOB)).toBe(true);
    await end(BOB, FOUND);
    expect(told.get(BOB)).toBe("found");
  });

  it("comes before what is new and before what is known, of whom only some are under way [OAP-54]", async () => {
    const { ask, end, had, begun } = table();
    for (const index of [1, 2, 3, 4]) await had(`did:web:known-${index}.example`);
    for (const _ of [1, 2]) await had(BOB, 1_200);
    for (const index of [1, 2, 3, 4]) ask(`did:web:known-${index}.example`);
    for (const index of [1, 2, 3, 4]) ask(`did:web:new-${index}.example`);
    ask(BOB);
    ask("did:web:new-5.example");
    await end("did:web:new-1.example", FOUND);
    expect([begun.has(BOB), begun.has("did:web:new-5.example")]).toEqual([true, false]);
  });

  it("takes one of two places of a lane with all such, each of another domain: others give way after a second [OAP-54]", async () => {
    const all = table();
    const { ask, had, told } = all;
    const slow = [
      "did:web:slow-1.example:a",
      "did:web:slow-1.example:b",
      "did:web:slow-2.example",
      "did:web:slow-3.example",
    ];
    for (const did of slow) await had(did, 1_200);
    for (const did of slow) ask(did);
    await flooded(all, 4_500);
    expect(slow.map((did) => told.get(did))).toEqual([undefined, "none", undefined, "none"]);
  });

  it("comes before slower ones, which give way to it whatever they were given [OAP-54]", async () => {
    const all = table();
    const { ask, had, begun, told } = all;
    const slower = ["did:web:slow-1.example", "did:web:slow-2.example"];
    for (const did of [...slower, ...slower]) await had(did, 4_900);
    await had(BOB, 1_200);
    for (const did of slower) ask(did);
    await flooded(all, 2_500);
    expect(slower.map((did) => told.get(did))).toEqual([undefined, undefined]);
    ask(BOB);
    await flooded(all, 2_200);
    expect([begun.has(BOB), told.has(BOB)]).toEqual([true, false]);
    expect(slower.filter((did) => told.has(did))).toHaveLength(1);
  });

  it("comes before those that hung when they were given time [OAP-54]", async () => {
    const all = table();
    const { clock, ask, end, had, begun, told } = all;
    const hung = ["did:web:slow-1.example", "did:web:slow-2.example"];
    for (const did of hung) {
      await had(did, 1_100);
      ask(did);
      await clock.advance(5_000);
      await end(did);
      told.delete(did);
    }
    // The domain of Bob's host has as much behind it.
    for (let index = 0; index < 8; index += 1) await had(BOB, 1_200);
    for (const did of hung) ask(did);
    ask(BOB);
    await flooded(all, 2_200);
    expect([begun.has(BOB), told.has(BOB)]).toEqual([true, false]);
  });

  it("has its time beside others of its opener that are as slow, and gives way to one that is not [OAP-54]", async () => {
    const { clock, ask, end, had, begun, told } = table();
    const bidders = [1, 2, 3, 4, 5, 6].map((index) => `did:web:bidder-${index}.example`);
    const quick = "did:web:quick.example";
    for (const did of bidders) await had(did, 1_200);
    await had(quick);
    for (const did of bidders) ask(did, "did:web:ada.example");
    await clock.advance(1_200);
    expect(bidders.filter((did) => begun.has(did))).toEqual(bidders.slice(0, 4));
    expect(told.size).toBe(0);
    ask(quick, "did:web:ada.example");
    await clock.advance(0);
    expect(begun.has(quick)).toBe(true);
    for (const did of bidders.slice(0, 4)) await end(did, FOUND);
    expect(bidders.filter((did) => told.get(did) === "none")).toHaveLength(1);
  });

  it("gives way to who is new at its domain, though another one of it has its time [OAP-54]", async () => {
    const { clock, ask, had, begun, told } = table();
    const slow = ["did:web:shared.example:m1", "did:web:shared.example:m2"];
    for (const did of slow) await had(did, 4_900);
    for (const [index, did] of slow.entries()) ask(did, `did:web:opener-${index}.example`);
    await clock.advance(1_000);
    ask("did:web:shared.example:new");
    await clock.advance(0);
    expect([begun.has("did:web:shared.example:new"), told.size]).toEqual([true, 1]);
  });

  it("gives way to another one of its opener whose domain was less slow of late [OAP-54]", async () => {
    const { clock, ask, had, begun } = table();
    const slower = [1, 2, 3, 4].map((index) => `did:web:bidder-${index}.example`);
    for (const did of [...slower, ...slower]) await had(did, 2_400);
    await had(BOB, 1_200);
    for (const did of [...slower, BOB]) ask(did, "did:web:ada.example");
    await clock.advance(1_000);
    expect(begun.has(BOB)).toBe(true);
  });

  it("that had to give way to others, since these places were taken, comes before what is new or hung the next time [OAP-54]", async () => {
    const all = table();
    const { clock, ask, end, had, begun, told } = all;
    const hung = ["did:web:hung-1.example", "did:web:hung-2.example"];
    for (const did of hung) {
      await had(did);
      ask(did);
      await clock.advance(5_000);
      await end(did);
    }
    const slow = [BOB, "did:web:slow-1.example", "did:web:slow-2.example"];
    for (const did of slow) await had(did, did === BOB ? 1_400 : 1_200);
    for (const did of slow.slice(1)) ask(did);
    ask(BOB);
    await flooded(all, 3_000);
    expect(slow.map((did) => told.get(did))).toEqual(["none", undefined, undefined]);
    for (const did of slow.slice(1)) await end(did);
    told.clear();
    begun.delete(BOB);
    for (const did of hung) ask(did);
    ask(BOB);
    await flooded(all, 3_000);
    expect([begun.has(BOB), told.has(BOB)]).toEqual([true, false]);
  });
});

it("a clock that jumps while a key is looked up makes nobody slow for longer than a look-up may take [OAP-54]", async () => {
  const { clock, ask, end, begun } = table();
  ask(BOB);
  clock.set(86_400_000);
  await end(BOB, FOUND);
  await clock.advance(1_500_000);
  for (let index = 0; index < 8; index += 1) ask(`did:web:hung-${index}.example`);
  ask("did:web:fresh.example");
  ask("did:web:shop.example:new");
  await end("did:web:hung-0.example");
  expect([begun.has("did:web:shop.example:new"), begun.has("did:web:fresh.example")]).toEqual([true, false]);
});

it("who is remembered from before a restart comes before what is new [OAP-54]", async () => {
  const { ask, end, begun, remember } = table();
  remember(BOB);
  for (let index = 0; index < 8; index += 1) ask(`did:web:hung-${index}.example`);
  ask(BOB);
  ask("did:web:newer.example");
  await end("did:web:hung-0.example");
  expect([begun.has(BOB), begun.has("did:web:newer.example")]).toEqual([true, false]);
});

it("who is new waits for no known one of an opener who has more under way [OAP-54]", async () => {
  const { ask, end, had, begun } = table();
  const known = [1, 2, 3, 4, 5].map((index) => `did:web:known-${index}.example`);
  for (const did of known) await had(did);
  for (const did of known) ask(did, "did:web:eve.example");
  for (const index of [1, 2, 3, 4]) ask(`did:web:other-${index}.example`);
  ask("did:web:new.example", "did:web:ada.example");
  await end("did:web:known-1.example", FOUND);
  expect([begun.has("did:web:known-5.example"), begun.has("did:web:new.example")]).toEqual([false, true]);
});

it("a clock that is set back lets nobody wait for as long as that [OAP-54]", async () => {
  const { clock, ask, told } = table();
  clock.set(600_000);
  for (let index = 0; index < 8; index += 1) ask(`did:web:hung-${index}.example`);
  ask(BOB);
  clock.set(0);
  await clock.advance(3_000);
  expect(told.get(BOB)).toBe("queue_full");
});

it.each([
  ["in vain", (index: number) => `did:web:nobody-${index}.example`, undefined],
  ["of one other owner, whose keys are had", (index: number) => `did:web:n${index}.other.example`, FOUND],
  ["of hosts of one other owner", (index: number) => `did:web:other.example:n${index}`, FOUND],
])("thousands of names %s make a host forget nobody whose key was had [OAP-54]", async (_, nameOf, found) => {
  const { ask, end, had, begun } = table();
  for (const agent of ["bob", ...Array.from({ length: 60 }, (_, index) => `agent-${index}`)])
    await had(`did:web:${agent}.shop.example`);
  await had(BOB);
  for (let index = 0; index < 8_001; index += 1) {
    ask(nameOf(index));
    await end(nameOf(index), found);
  }
  for (let index = 0; index < 8; index += 1) ask(`did:web:hung-${index}.example`);
  ask(BOB);
  ask("did:web:newer.example");
  await end("did:web:hung-0.example");
  expect([begun.has(BOB), begun.has("did:web:newer.example")]).toEqual([true, false]);
});
