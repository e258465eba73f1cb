import { expect, it } from "vitest";
import { lookUpTurns } from "../../../src/oap/host/look-up-turns.js";
import type { KeyResult } from "../../../src/oap/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const FOUND = { ok: true } as KeyResult;
const BOB = "did:web:shop.example:bob";

/** Look-ups that last until they are ended: by `end`, with a key, or by who lets others have their turn. */
function table() {
  const clock = new ManualClock(0);
  const turn = lookUpTurns(clock);
  const begun = new Map<string, (found?: KeyResult) => void>();
  const told = new Map<string, string>();
  const ask = (did: string, opener = did): void => {
    const look = (stop: AbortSignal): Promise<KeyResult | undefined> =>
      new Promise((resolve) => {
        begun.set(did, resolve);
        stop.addEventListener("abort", () => resolve(undefined));
      });
    void turn("open", did, opener, look).then((found) =>
      told.set(did, found?.ok ? "found" : (found?.code ?? "none")),
    );
  };
  const end = async (did: string, found?: KeyResult): Promise<void> => {
    begun.get(did)?.(found);
    await clock.advance(0);
  };
  /** With a key, at once. */
  const had = async (did: string): Promise<void> => {
    ask(did);
    await end(did, FOUND);
    begun.delete(did);
  };
  return { clock, ask, end, had, begun, told };
}

it("a DID whose key was had is as slow as such DIDs of its domain, whatever others make up below it [OAP-54]", async () => {
  const { clock, ask, end, had, begun } = table();
  await had(BOB);
  for (let index = 0; index < 5; index += 1) await had(`did:web:known-${index}.example`);
  // Names at a port that nobody answers at make the domain slow.
  for (const did of ["did:web:shop.example%3A81:a", "did:web:shop.example%3A81:b"]) {
    ask(did);
    await clock.advance(5_000);
    await end(did);
  }
  for (let index = 0; index < 5; index += 1) ask(`did:web:known-${index}.example`);
  for (const name of ["x", "y", "z"]) ask(`did:web:${name}.example`);
  ask(BOB);
  ask("did:web:new.example");
  expect([begun.has(BOB), begun.has("did:web:new.example")]).toEqual([false, false]);
  await end("did:web:x.example", FOUND);
  expect([begun.has(BOB), begun.has("did:web:new.example")]).toEqual([true, false]);
});

it("a DID whose key was had is the last to be told to come again, however many wait below its domain [OAP-54]", async () => {
  const { ask, had, told } = table();
  await had(BOB);
  for (let index = 0; index < 8; index += 1) ask(`did:web:hung-${index}.example`);
  ask(BOB);
  for (let index = 0; index < 300; index += 1)
    ask(`did:web:shop.example%3A81:n${index}`, `did:web:o${index}.example`);
  await Promise.resolve();
  expect(told.get(BOB)).toBe("found");
  expect([...told.values()].filter((code) => code === "queue_full")).toHaveLength(45);
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

it("names in vain, however many, do not make a host forget whose key was had [OAP-54]", async () => {
  const { ask, end, had, begun } = table();
  await had(BOB);
  for (let index = 0; index < 8_001; index += 1) {
    ask(`did:web:nobody-${index}.example`);
    await end(`did:web:nobody-${index}.example`);
  }
  for (let index = 0; index < 8; index += 1) ask(`did:web:hung-${index}.example`);
  ask(BOB);
  ask("did:web:newer.example");
  await end("did:web:hung-0.example");
  expect([begun.has(BOB), begun.has("did:web:newer.example")]).toEqual([true, false]);
});
