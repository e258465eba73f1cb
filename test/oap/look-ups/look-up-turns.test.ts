import { describe, expect, it } from "vitest";
import type { KeyResult } from "../../../src/oap/index.js";
import { knownKeys, type Lane } from "../../../src/oap/look-ups/look-up-names.js";
import { lookUpTurns } from "../../../src/oap/look-ups/look-up-turns.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

const FOUND = { ok: true } as KeyResult;
const BOB = "did:web:shop.example:bob";

/** Bob's key is slow, and so are the others that were had; he was told to come again, and two of them are under way. */
async function bobTold() {
  const here = table();
  const [known, other] = [named("known", 2), "did:web:other.example"];
  for (const did of [...known, other, BOB]) await here.had(did, 4_000);
  for (const did of [...known, ...named("stranger", 6), BOB]) here.ask(did);
  await here.clock.advance(3_000);
  expect(here.told.get(BOB)).toBe("queue_full");
  here.forget(BOB);
  return { ...here, known, other };
}

const named = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `did:web:${name}-${index}.example`);

/** Look-ups that last until they are ended: by `end`, with a key, or by who lets others have their turn. */
function table() {
  const clock = new ManualClock(0);
  const { inTurn, remember } = lookUpTurns(clock);
  const begun = new Map<string, (found?: KeyResult) => void>();
  const told = new Map<string, string>();
  const kidOf = (name: string): string => (name.includes("#") ? name : `${name}#1`);
  /** Asks for the first key of a DID, or for the one that is named. */
  const ask = (name: string, opener = name, lane: Lane = "open"): void => {
    const look = (stop: AbortSignal): Promise<KeyResult | undefined> =>
      new Promise((resolve) => {
        begun.set(name, resolve);
        stop.addEventListener("abort", () => resolve(undefined));
      });
    void inTurn(lane, kidOf(name), opener, look).then((found) =>
      told.set(name, found?.ok ? "found" : (found?.code ?? "none")),
    );
  };
  const end = async (name: string, found?: KeyResult): Promise<void> => {
    begun.get(name)?.(found);
    await clock.advance(0);
  };
  const forget = (name: string): void => {
    begun.delete(name);
    told.delete(name);
  };
  /** With a key, after so many ms. */
  const had = async (name: string, ms = 0): Promise<void> => {
    ask(name);
    await clock.advance(ms);
    await end(name, FOUND);
    forget(name);
  };
  /** Without a key, after a second. */
  const missed = async (name: string): Promise<void> => {
    ask(name);
    await clock.advance(1_000);
    await end(name);
    forget(name);
  };
  /** Asks again and again; each time the key comes after so many ms. Tells how often it was had. */
  const keeps = (name: string, ms: number): (() => number) => {
    let count = 0;
    const look = (stop: AbortSignal): Promise<KeyResult | undefined> =>
      new Promise((resolve) => {
        clock.setTimeout(() => resolve(FOUND), ms);
        stop.addEventListener("abort", () => resolve(undefined));
      });
    const again = async (): Promise<void> => {
      const found = await inTurn("open", kidOf(name), name, look);
      if (found?.ok) count += 1;
      clock.setTimeout(again, 100);
    };
    void again();
    return () => count;
  };
  /** Names that nobody has heard of, none of which is answered, one each 100 ms. */
  const flooded = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      ask(`did:web:flood-${clock.now()}.example`);
      await clock.advance(100);
    }
  };
  const begunOf = (names: readonly string[]): readonly string[] => names.filter((name) => begun.has(name));
  return { clock, ask, end, had, missed, keeps, begun, begunOf, told, forget, remember, flooded };
}

describe("of the eight places of a lane", () => {
  it("two are given back to keys that were had, by strangers who have had their second [OAP-54]", async () => {
    const { clock, ask, had, begunOf, told } = table();
    const known = named("known", 3);
    const strangers = named("stranger", 8);
    for (const did of known) await had(did);
    for (const did of [...strangers, ...known]) ask(did);
    await clock.advance(999);
    expect(begunOf(known)).toEqual([]);
    await clock.advance(1);
    expect(begunOf(known)).toEqual(known.slice(0, 2));
    expect(strangers.filter((did) => told.get(did) === "none")).toHaveLength(2);
  });

  it("no more are given back than are owed, whoever asks at once [OAP-54]", async () => {
    const { clock, ask, had, begunOf, told } = table();
    const known = named("known", 3);
    for (const did of known) await had(did);
    for (const did of named("stranger", 8)) ask(did);
    await clock.advance(1_500);
    for (const did of known) ask(did);
    await clock.advance(0);
    expect([begunOf(known), told.size]).toEqual([known.slice(0, 2), 2]);
  });

  it("two are given back to strangers, by the latest of known ones [OAP-54]", async () => {
    const { clock, ask, had, begunOf, told } = table();
    const known = named("known", 8);
    const strangers = named("stranger", 3);
    for (const did of known) await had(did, 900);
    for (const did of [...known, ...strangers]) ask(did);
    await clock.advance(1_000);
    expect(begunOf(strangers)).toEqual(strangers.slice(1));
    expect(begunOf(known)).toEqual(known);
    expect(known.filter((did) => told.has(did))).toEqual(known.slice(2, 4));
  });

  it("some are of newcomers at hosts that have brought keys, whatever strangers hang meanwhile [OAP-54]", async () => {
    const { ask, had, begunOf, flooded } = table();
    await had(BOB);
    await flooded(5_000);
    const newcomers = ["x", "y"].map((name) => `did:web:shop.example:${name}`);
    for (const did of newcomers) ask(did);
    await flooded(300);
    expect(begunOf(newcomers)).toEqual(newcomers);
  });

  it("what is lent goes to the kind that has fewest for its own [OAP-54]", async () => {
    const { ask, end, had, begunOf } = table();
    const known = named("known", 6);
    for (const did of known) await had(did);
    for (const did of [...known.slice(0, 5), ...named("stranger", 3)]) ask(did);
    const wait = ["did:web:newer.example", "did:web:known-5.example"];
    for (const did of wait) ask(did);
    await end("did:web:known-0.example", FOUND);
    expect(begunOf(wait)).toEqual(wait.slice(0, 1));
  });
});

describe("among keys that were had", () => {
  it("the domain that has taken least time comes next, whatever its last ones took [OAP-54]", async () => {
    const { clock, ask, end, had, begunOf } = table();
    const greedy = ["a", "b"].map((name) => `did:web:greedy.example:${name}`);
    const all = [...greedy, BOB, "did:web:other.example"];
    for (const did of all) await had(did);
    const [first = "", second = ""] = greedy;
    for (const did of [...named("stranger", 6), first, "did:web:other.example"]) ask(did);
    await clock.advance(600);
    for (const did of [BOB, second]) ask(did);
    await end(first, FOUND);
    expect(begunOf([BOB, second])).toEqual([BOB]);
  });

  it.each([1_100, 3_000, 4_900])(
    "one of 2,000 ms has its share beside eight domains of %i ms that ask for three keys each [OAP-54]",
    async (ms) => {
      const { keeps, had, flooded } = table();
      const others = named("other", 8).flatMap((did) => ["a", "b", "c"].map((name) => `${did}:${name}`));
      for (const did of others) await had(did, ms);
      await had(BOB, 2_000);
      for (const did of others) keeps(did, ms);
      const count = keeps(BOB, 2_000);
      await flooded(450_000);
      // Of two places for nine domains.
      expect(count()).toBeGreaterThanOrEqual(Math.floor((450_000 * 2) / 9 / 2_000));
    },
  );

  it("nobody owes for time that nobody else wanted [OAP-54]", async () => {
    const { ask, end, had, begunOf } = table();
    for (let index = 0; index < 50; index += 1) await had(BOB, 900);
    const others = named("known", 3);
    for (const did of [...others, ...others]) await had(did);
    const wait = [BOB, others[2] ?? ""];
    for (const did of [...named("stranger", 6), ...others.slice(0, 2), ...wait]) ask(did);
    await end(others[0] ?? "", FOUND);
    // Of equals the one that waits for longest.
    expect(begunOf(wait)).toEqual([BOB]);
  });

  it("of equals the one comes next that has waited for longest as measured by what it takes [OAP-54]", async () => {
    const { clock, ask, end, had, begunOf } = table();
    const [quick, other] = [named("known", 2), "did:web:other.example"];
    for (const did of [...quick, other]) await had(did, 900);
    await had(BOB, 50);
    for (const did of [...named("stranger", 6), ...quick, other]) ask(did);
    await clock.advance(100);
    ask(BOB);
    await clock.advance(100);
    await end(quick[0] ?? "", FOUND);
    expect(begunOf([other, BOB])).toEqual([BOB]);
  });

  it.each([
    [9_000, true],
    [11_000, false],
  ])("who is told to come again and does after %i ms keeps its turn: %s [OAP-54]", async (away, isKept) => {
    const { clock, ask, had, end, begunOf, told, forget } = table();
    const [known, fresh] = [named("known", 2), named("fresh", 2)];
    const other = "did:web:other.example";
    for (const did of [...known, ...fresh, other, BOB]) await had(did, 4_000);
    for (const did of [...known, ...named("stranger", 6), BOB]) ask(did);
    await clock.advance(3_000);
    expect(told.get(BOB)).toBe("queue_full");
    forget(BOB);
    await clock.advance(away - 500);
    for (const did of known) await end(did, FOUND);
    for (const did of [...fresh, other]) ask(did);
    await clock.advance(500);
    ask(BOB);
    await end(fresh[0] ?? "", FOUND);
    expect(begunOf([other, BOB])).toEqual([isKept ? BOB : other]);
  });

  it("who had its turn waits for others that were told to come again [OAP-54]", async () => {
    const { clock, ask, end, begunOf, forget, known, other } = await bobTold();
    await end(known[0] ?? "", FOUND);
    ask(BOB);
    await clock.advance(1_500);
    await end(BOB, FOUND);
    forget(BOB);
    for (const did of ["did:web:known-0.example", other]) ask(did);
    await clock.advance(400);
    ask(BOB);
    await end(known[1] ?? "", FOUND);
    expect(begunOf([other, BOB])).toEqual([other]);
  });

  it("who was told twice to come again has waited since it came first [OAP-54]", async () => {
    const { clock, ask, had, end, begunOf, told, forget } = table();
    const [known, quicker, other] = [named("known", 2), named("quicker", 2), "did:web:other.example"];
    for (const did of known) await had(did, 4_900);
    for (const did of quicker) await had(did, 1_000);
    for (const did of [other, BOB]) await had(did, 4_000);
    const again = async (did: string): Promise<void> => {
      expect(told.get(did)).toBe("queue_full");
      forget(did);
      ask(did);
    };
    for (const did of [...known, ...named("stranger", 6), BOB]) ask(did);
    await clock.advance(2_000);
    ask(other);
    await clock.advance(1_000);
    await again(BOB);
    await clock.advance(500);
    for (const did of quicker) ask(did);
    await clock.advance(1_500);
    await again(other);
    await clock.advance(800);
    for (const did of known) await end(did, FOUND);
    await clock.advance(200);
    await again(BOB);
    await clock.advance(1_000);
    await end(quicker[0] ?? "", FOUND);
    expect(begunOf([other, BOB])).toEqual([BOB]);
  });

  it("who is told to come again keeps its turn, whatever else of its domain is looked up meanwhile [OAP-54]", async () => {
    const { clock, ask, end, begunOf, known, other } = await bobTold();
    ask("did:web:shop.example:evil", "did:web:eve.example");
    ask(`${BOB}#1`, BOB, "message");
    ask(other);
    await clock.advance(500);
    ask(BOB);
    await end(known[0] ?? "", FOUND);
    expect(begunOf([other, BOB])).toEqual([BOB]);
  });

  it("who asks for keys that a DID has not leaves it a place, in either lane [OAP-54]", async () => {
    const { ask, had, end, begun } = table();
    const known = named("known", 6);
    for (const did of [...known, BOB]) await had(did);
    for (const did of known) ask(did);
    for (const key of [101, 102, 103]) ask(`${BOB}#${key}`);
    ask(BOB);
    expect([begun.has(BOB), begun.has(`${BOB}#102`)]).toEqual([true, false]);
    await end(`${BOB}#101`);
    ask("did:web:shop.example:carol", BOB, "message");
    expect(begun.has("did:web:shop.example:carol")).toBe(true);
  });

  it("one gives way a second after the time that it took last [OAP-54]", async () => {
    const { clock, ask, had, begun, told } = table();
    const hung = named("hung", 2);
    for (const did of [...hung, BOB]) await had(did, 300);
    for (const did of [...hung, ...named("stranger", 6)]) ask(did);
    ask(BOB);
    await clock.advance(1_299);
    expect(begun.has(BOB)).toBe(false);
    await clock.advance(1);
    expect(begun.has(BOB)).toBe(true);
    expect(hung.filter((did) => told.has(did))).toEqual(hung.slice(0, 1));
  });

  it("another key of a DID is none, so that who asks for it takes nothing from the known one [OAP-54]", async () => {
    const { ask, end, had, begunOf } = table();
    await had(BOB);
    for (const did of named("stranger", 8)) ask(did);
    ask(BOB);
    ask(`${BOB}#99`);
    await end("did:web:stranger-0.example");
    expect(begunOf([BOB, `${BOB}#99`])).toEqual([BOB]);
  });
});

describe("a DID whose key server takes more than a second", () => {
  it("is looked up to its end once its key was had, whatever others hang meanwhile [OAP-54]", async () => {
    const { ask, end, had, begun, told, flooded } = table();
    await had(BOB, 1_200);
    await flooded(5_000);
    ask(BOB);
    await flooded(1_000);
    expect(begun.has(BOB)).toBe(true);
    await flooded(1_200);
    expect(told.has(BOB)).toBe(false);
    await end(BOB, FOUND);
    expect(told.get(BOB)).toBe("found");
  });

  it.each([BOB, "did:plc:bob"])(
    "for the first time is ended for who waits, and is looked up to its end when it comes again: %s [OAP-54]",
    async (bob) => {
      const { clock, ask, end, begun, told, forget, flooded } = table();
      await flooded(5_000);
      ask(bob);
      await clock.advance(200);
      expect(begun.has(bob)).toBe(true);
      await flooded(1_200);
      expect(told.get(bob)).toBe("none");
      forget(bob);
      ask(bob);
      await flooded(4_000);
      expect([begun.has(bob), told.has(bob)]).toEqual([true, false]);
      await end(bob, FOUND);
      expect(told.get(bob)).toBe("found");
    },
  );

  it("has a second more among its like at each try [OAP-54]", async () => {
    const { clock, ask, begun, missed } = table();
    const late = named("late", 9);
    for (const did of late) await missed(did);
    for (const did of late) ask(did);
    await clock.advance(1_999);
    expect(begun.has(late[8] ?? "")).toBe(false);
    await clock.advance(1);
    expect(begun.has(late[8] ?? "")).toBe(true);
  });

  it("or was away for a while, is no stranger when it is back [OAP-54]", async () => {
    const { clock, ask, end, had, begun, told, forget, flooded } = table();
    await had(BOB);
    for (const _ of [1, 2, 3]) {
      ask(BOB);
      await clock.advance(5_000);
      await end(BOB);
    }
    forget(BOB);
    await flooded(5_000);
    ask(BOB);
    await flooded(1_000);
    expect(begun.has(BOB)).toBe(true);
    await end(BOB, FOUND);
    expect(told.get(BOB)).toBe("found");
  });

  it("keeps nobody waiting whose key comes at once, however many domains it owns [OAP-54]", async () => {
    const { had, keeps, flooded } = table();
    for (const did of [...named("slow", 40), ...named("slow", 40)]) await had(did, 4_900);
    await had(BOB, 300);
    for (const did of named("slow", 40)) keeps(did, 4_900);
    await flooded(10_000);
    const count = keeps(BOB, 300);
    await flooded(40_000);
    expect(count()).toBeGreaterThanOrEqual(80);
  });
});

describe("of keys that nobody has seen", () => {
  it("those come next whose opener has fewest under way, then whose domain has [OAP-54]", async () => {
    const { ask, end, begunOf } = table();
    const [eve, ada] = ["did:web:eve.example", "did:web:ada.example"];
    for (const did of named("eve", 3)) ask(did, eve);
    const others = named("other", 5);
    for (const did of others) ask(did);
    const wait = ["did:web:new.example", "did:web:other-4.example:b", "did:web:newer.example"];
    for (const [index, did] of wait.entries()) ask(did, index === 2 ? eve : ada);
    await end(others[0] ?? "", FOUND);
    expect(begunOf(wait)).toEqual(wait.slice(0, 1));
    await end(others[1] ?? "", FOUND);
    expect(begunOf(wait)).toEqual(wait.slice(0, 2));
  });

  it("one opener has four, and of one domain there are two; of these one gives way after a second [OAP-54]", async () => {
    const { clock, ask, begunOf } = table();
    const [eves, names] = [named("eve", 5), ["a", "b", "c"].map((name) => `did:web:shop.example:${name}`)];
    for (const did of eves) ask(did, "did:web:eve.example");
    for (const did of names) ask(did);
    await clock.advance(999);
    expect(begunOf([...eves, ...names])).toEqual([...eves.slice(0, 4), ...names.slice(0, 2)]);
    await clock.advance(1);
    expect(begunOf([...eves, ...names])).toEqual([...eves, ...names]);
  });

  it("none gives way before all that somebody waits for can be had [OAP-54]", async () => {
    const { clock, ask, begun, begunOf, told } = table();
    const names = ["a", "b"].map((name) => `did:web:shop.example:${name}`);
    const eves = named("eve", 4);
    for (const did of names) ask(did);
    await clock.advance(800);
    for (const did of eves) ask(did, "did:web:eve.example");
    // It waits for one of its domain and for one of its opener.
    ask("did:web:shop.example:c", "did:web:eve.example");
    await clock.advance(999);
    expect([told.size, begunOf([...names, ...eves])]).toEqual([0, [...names, ...eves]]);
    expect(begun.has("did:web:shop.example:c")).toBe(false);
    await clock.advance(1);
    expect([told.size, begun.has("did:web:shop.example:c")]).toEqual([2, true]);
  });

  it("one gives way for one that waits, and where both lanes are full one of each, when both have had their time [OAP-54]", async () => {
    const { clock, ask, begun, told } = table();
    const names = ["a", "b", "c"].map((name) => `did:web:shop.example:${name}`);
    for (const did of [...named("stranger", 6), ...names]) ask(did);
    await clock.advance(1_000);
    expect([told.size, begun.has(names[2] ?? "")]).toEqual([1, true]);
    const other = table();
    for (const key of [1, 2]) other.ask(`${BOB}#${key}`, BOB, "message");
    await other.clock.advance(800);
    for (const did of named("stranger", 8)) other.ask(did);
    other.ask(`${BOB}#3`);
    await other.clock.advance(999);
    expect(other.told.size).toBe(0);
    await other.clock.advance(1);
    expect([other.told.size, other.begun.has(`${BOB}#3`)]).toEqual([2, true]);
  });

  it("the first that may gives way first, whoever waits for a later one [OAP-54]", async () => {
    const { clock, ask, begun } = table();
    for (const key of [1, 2, 3]) ask(`${BOB}#${key}`);
    await clock.advance(800);
    for (const key of [1, 2, 3]) ask(`did:web:carol.example#${key}`);
    await clock.advance(200);
    expect([begun.has(`${BOB}#3`), begun.has("did:web:carol.example#3")]).toEqual([true, false]);
  });

  it("of domains that brought keys the one comes next that has taken least time for others [OAP-54]", async () => {
    const { clock, ask, end, had, begunOf } = table();
    const shops = ["shop", "other", "third"].map((name) => `did:web:${name}.example`);
    for (const did of shops) await had(`${did}:bob`);
    ask("did:web:third.example:hung");
    ask("did:web:shop.example:x");
    await clock.advance(400);
    await end("did:web:shop.example:x", FOUND);
    for (const did of named("hung", 7)) ask(did);
    const wait = ["did:web:other.example:y", "did:web:shop.example:y"];
    for (const did of wait) ask(did);
    await end("did:web:hung-0.example");
    expect(begunOf(wait)).toEqual(wait.slice(0, 1));
  });

  it("a kind comes before others that have more of what is theirs [OAP-54]", async () => {
    const { ask, end, had, begunOf } = table();
    const known = named("known", 6);
    for (const did of [...known, BOB]) await had(did);
    for (const did of [...known, "did:web:stranger.example", "did:web:shop.example:a"]) ask(did);
    const wait = ["did:web:new.example", "did:web:shop.example:b"];
    for (const did of wait) ask(did);
    await end("did:web:known-0.example", FOUND);
    expect(begunOf(wait)).toEqual(wait.slice(0, 1));
  });

  it.each(["did:web:u9.shop.example", "did:web:shop.example%3A81:u9", "did:web:u9.co.de"])(
    "those come last whose domain, host or suffix was slow of late: %s [OAP-54]",
    async (did) => {
      const { clock, ask, end, forget, begunOf } = table();
      for (const slow of ["did:web:u1.shop.example", "did:web:shop.example%3A81:u1", "did:web:u1.co.de"]) {
        ask(slow);
        await clock.advance(800);
        await end(slow);
        forget(slow);
      }
      for (const hung of named("hung", 8)) ask(hung);
      for (const one of ["did:web:new.example", did]) ask(one);
      await end("did:web:hung-0.example");
      expect(begunOf(["did:web:new.example", did])).toEqual(["did:web:new.example"]);
    },
  );

  it("those come last whose suffix is slow just now, whatever is left of its owner's names [OAP-54]", async () => {
    const { clock, ask, end, begunOf } = table();
    for (const did of [...named("hung", 6), "did:web:u1.co.de", "did:web:u2.co.de"]) ask(did);
    await clock.advance(900);
    const wait = ["did:web:new.example", "did:web:u3.co.de"];
    for (const did of wait) ask(did);
    await end("did:web:hung-0.example");
    expect(begunOf(wait)).toEqual(wait.slice(0, 1));
  });

  it.each([[[3_000]], [[300, 3_000]]])(
    "a neighbour whose key was had, in %j ms, makes nobody slow [OAP-54]",
    async (took) => {
      const { ask, end, had, begunOf } = table();
      await had("did:web:other.example:a");
      for (const ms of took) await had(BOB, ms);
      for (const did of named("hung", 8)) ask(did);
      const wait = ["did:web:other.example:new", "did:web:shop.example:new"];
      for (const did of wait) ask(did);
      await end("did:web:hung-0.example");
      expect(begunOf(wait)).toEqual(wait.slice(1));
    },
  );

  it("a domain that was slow is as quick as others after an hour [OAP-54]", async () => {
    const { clock, ask, end, forget, begunOf } = table();
    for (const _ of [1, 2]) {
      ask(BOB);
      await clock.advance(5_000);
      await end(BOB);
      forget(BOB);
    }
    await clock.advance(3_600_000);
    for (const hung of named("hung", 8)) ask(hung);
    for (const did of ["did:web:new.example", "did:web:shop.example:new"]) ask(did);
    await end("did:web:hung-0.example");
    expect(begunOf(["did:web:new.example", "did:web:shop.example:new"])).toEqual([
      "did:web:shop.example:new",
    ]);
  });

  it("what was late has two places for one opener, and all that nobody else wants [OAP-54]", async () => {
    const { clock, ask, missed, begun, begunOf } = table();
    const late = named("late", 9);
    for (const did of late) await missed(did);
    for (const did of late.slice(0, 3)) ask(did, "did:web:eve.example");
    expect(begunOf(late)).toEqual(late.slice(0, 2));
    for (const did of late.slice(3)) ask(did);
    expect(begunOf(late)).toHaveLength(8);
    ask(BOB);
    await clock.advance(1_000);
    expect(begun.has(BOB)).toBe(true);
  });

  it("newcomers of a domain that brought a key, slowly, come before strangers, at whatever host below it [OAP-54]", async () => {
    const { ask, had, begun, flooded } = table();
    await had("did:web:z0.shop.example", 1_500);
    await flooded(5_000);
    ask("did:web:a0.shop.example");
    await flooded(1_100);
    expect(begun.has("did:web:a0.shop.example")).toBe(true);
  });

  it("of too many that wait, one of the opener is told to come again who has most of them [OAP-54]", async () => {
    const { ask, told } = table();
    for (const did of named("hung", 8)) ask(did);
    ask("did:web:new.example", "did:web:ada.example");
    for (const did of named("eve", 300)) ask(did, "did:web:eve.example");
    await Promise.resolve();
    expect([told.size, told.has("did:web:new.example")]).toEqual([45, false]);
  });
});

it("a place that is freed lets on all that waited for it, each for another reason [OAP-54]", async () => {
  const { ask, end, begunOf } = table();
  const [eve, ada] = ["did:web:eve.example", "did:web:ada.example"];
  for (const name of [`${BOB}#1`, `${BOB}#2`, ...named("eve", 2)]) ask(name, eve);
  ask("did:web:shop.example:carol", ada);
  ask("did:web:eve-2.example", eve);
  ask(`${BOB}#3`, ada, "message");
  const wait = ["did:web:shop.example:carol", "did:web:eve-2.example", `${BOB}#3`];
  expect(begunOf(wait)).toEqual([]);
  await end(`${BOB}#1`, FOUND);
  expect(begunOf(wait)).toEqual(wait);
});

it("a place that both lanes wait for goes to a live negotiation, before an opening [OAP-54]", async () => {
  const { ask, end, had, begunOf } = table();
  const [keys, known] = [[1, 2, 3, 4].map((key) => `${BOB}#${key}`), named("known", 2)];
  for (const name of [...keys, ...known]) await had(name);
  for (const did of known) ask(did, did, "message");
  const [first = "", second = "", opening = "", message = ""] = keys;
  for (const key of [first, second, opening]) ask(key);
  ask(message, BOB, "message");
  await end(first, FOUND);
  expect(begunOf([opening, message])).toEqual([message]);
});

it("who is remembered, and was slow since, stays as slow [OAP-54]", async () => {
  const { clock, ask, had, told, remember } = table();
  const known = named("known", 3);
  for (const did of known) await had(did);
  await had(BOB, 1_200);
  remember(`${BOB}#1`);
  for (const did of [BOB, ...named("hung", 7), ...known]) ask(did);
  await clock.advance(1_100);
  expect(told.has(BOB)).toBe(false);
});

it("a key that was not there in time counts as what it took, and never as quicker than before [OAP-54]", () => {
  const { subjectOf, note } = knownKeys();
  const look = () => subjectOf("open", `${BOB}#1`, BOB);
  note(look(), true, 300);
  note(look(), false, 1_300);
  expect(look()).toMatchObject({ kind: "slow", tookMs: 1_300 });
  note(look(), true, 3_000);
  note(look(), false, 1_000);
  expect(look()).toMatchObject({ kind: "slow", tookMs: 3_000 });
  note(look(), true, 300);
  expect(look()).toMatchObject({ kind: "quick", tookMs: 300 });
});

it("a key that was late, then had, then forgotten, is not late any more [OAP-54]", () => {
  const { subjectOf, note } = knownKeys();
  const look = (key: number) => subjectOf("open", `${BOB}#${key}`, BOB);
  note(look(1), false, 2_000);
  expect(look(1).kind).toBe("late");
  note(look(1), true, 300);
  for (let key = 2; key < 16_003; key += 1) note(look(key), true, 300);
  expect(look(1).kind).toBe("kin");
});

it("who is remembered from before a restart comes before what is new [OAP-54]", async () => {
  const { ask, end, begunOf, remember } = table();
  remember(`${BOB}#1`);
  for (const did of named("hung", 8)) ask(did);
  ask(BOB);
  ask("did:web:newer.example");
  await end("did:web:hung-0.example");
  expect(begunOf([BOB, "did:web:newer.example"])).toEqual([BOB]);
});

it.each([0, 1_200])(
  "a key that was had, in %i ms, is the last to be told to come again, however many wait below its domain [OAP-54]",
  async (ms) => {
    const { ask, had, told } = table();
    await had(BOB, ms);
    for (const did of named("hung", 8)) ask(did);
    ask(BOB);
    for (let index = 0; index < 300; index += 1)
      ask(`did:web:shop.example%3A81:n${index}`, `did:web:o${index}.example`);
    await Promise.resolve();
    expect(told.has(BOB)).toBe(false);
    expect([...told.values()].filter((code) => code === "queue_full")).toHaveLength(45);
  },
);

it("a clock that jumps while a key is looked up makes nobody slow for longer than a look-up may take [OAP-54]", async () => {
  const { clock, ask, end, had, forget, begunOf } = table();
  const known = named("known", 3);
  for (const did of [...known, BOB]) await had(did);
  const [first = "", second = "", other = ""] = known;
  for (const did of [first, BOB]) ask(did);
  clock.set(86_400_000);
  await end(BOB, FOUND);
  forget(BOB);
  for (let index = 0; index < 8; index += 1) await had(other, 900);
  for (const did of [...named("stranger", 6), second, BOB, other]) ask(did);
  await clock.advance(0);
  expect(begunOf([BOB, other])).toEqual([BOB]);
});

it("a clock that is set back while a key is looked up takes nobody's second away [OAP-54]", async () => {
  const { clock, ask, end, forget, had, begunOf, told } = table();
  const back = named("back", 2);
  await had(BOB);
  for (const did of back) {
    ask(did);
    clock.set(clock.now() - 86_400_000);
    await end(did, FOUND);
    forget(did);
  }
  for (const did of [...back, ...named("hung", 6), BOB]) ask(did);
  await clock.advance(900);
  expect([begunOf(back), told.size]).toEqual([back, 0]);
});

it("who waits is told to come again after three seconds, also behind look-ups that do not end when they are stopped [OAP-54]", async () => {
  const clock = new ManualClock(0);
  const { inTurn } = lookUpTurns(clock);
  const told: unknown[] = [];
  const hung = () => new Promise<undefined>(() => undefined);
  for (const did of named("hung", 12))
    void inTurn("open", `${did}#1`, did, hung).then((found) => told.push((found as { code: string }).code));
  await clock.advance(2_999);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(Array(4).fill("queue_full"));
});

it("a clock that is set back lets nobody wait for as long as that [OAP-54]", async () => {
  const { clock, ask, told } = table();
  clock.set(600_000);
  for (const did of named("hung", 8)) ask(did);
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
  const { ask, end, had, begunOf } = table();
  for (const agent of ["bob", ...Array.from({ length: 60 }, (_, index) => `agent-${index}`)])
    await had(`did:web:${agent}.shop.example`);
  await had(BOB);
  for (let index = 0; index < 8_001; index += 1) {
    ask(nameOf(index));
    await end(nameOf(index), found);
  }
  for (const did of named("hung", 8)) ask(did);
  ask(BOB);
  ask("did:web:newer.example");
  await end("did:web:hung-0.example");
  expect(begunOf([BOB, "did:web:newer.example"])).toEqual([BOB]);
});
