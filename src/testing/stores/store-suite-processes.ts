/**
 * @module
 * The store suite on other processes: one that writes at the same time, and one that is killed while it does.
 */

import type { NegotiationStore } from "../../ports/index.js";
import { systemClock } from "../../service/timing/index.js";
import { assert, assertEqual, present, type TestProcess } from "../harness/index.js";
import type { StoreCase, StoreLab, WriterJob } from "./lab/index.js";
import {
  contend,
  countedNegotiation,
  expectSound,
  KilledRun,
  newCommit,
  newNegotiation,
  newTurn,
  storeCase,
  WRITER_READY,
} from "./lab/index.js";

const IDS: readonly string[] = Array.from({ length: 8 }, (_, index) => `neg-${index}`);

/** TS-26 and TS-27. SM-60 asks for 40 kills: four tests of ten, so that none outlasts a runner's patience. */
export const processCases: readonly StoreCase[] = [
  storeCase(
    "TS-26",
    "shows a second handle what the first commits, and the other way round",
    async (store, lab) => {
      const second = await lab.second(store);
      await store.create(newNegotiation());
      assertEqual((await second.load("neg-1"))?.version, 0, "the version that the second sees");
      await second.commit(newTurn(1, { expectedVersion: 0 }));
      assertEqual((await store.load("neg-1"))?.version, 1, "the version that the first sees");
      const stale = await store.commit(newCommit({ expectedVersion: 0 }));
      assertEqual(stale, { ok: false, reason: "conflict" }, "a commit over what the second wrote");
      const again = await store.commit(newTurn(1, { expectedVersion: 1 }));
      assertEqual(again, { ok: false, reason: "duplicate" }, "the command of the second again");
      await store.commit(newCommit({ expectedVersion: 1 }));
      assertEqual((await second.load("neg-1"))?.version, 2, "the version that the second sees after that");
      await second.close();
      assertEqual((await store.load("neg-1"))?.version, 2, "the version after the second was closed");
    },
    ["openSecond"],
  ),

  storeCase(
    "TS-26",
    "takes 500 tries each of two writers on one row, each version once",
    async (store, lab) => {
      await store.create(newNegotiation());
      const job = { does: "contend", id: "neg-1", tries: 500, name: "first" } as const;
      const otherJob: WriterJob = { ...job, name: "second" };
      let other: PromiseLike<number>;
      if (lab.provides("spawnWriter")) {
        const writer = await lab.startWriter(store, JSON.stringify(otherJob));
        assertEqual(await writer.nextLine(), WRITER_READY, "the first line of the writer");
        other = writer.nextLine().then((line) => Number(present(line, "a writer that ends its work")));
      } else {
        other = contend(await lab.second(store), otherJob);
      }
      const [own, others] = await Promise.all([contend(store, job), other]);
      lab.print(`TS-26: ${own} of 500 and ${others} of 500 tries on one row were taken`);
      assert(own > 0 && others > 0, `Expected both to write, got ${own} and ${others} commits.`);
      assertEqual((await store.load("neg-1"))?.version, own + others, "the version");
      assertEqual((await store.entries("neg-1")).length, own + others + 1, "the number of entries");
    },
    ["openSecond"],
  ),

  ...[1, 2, 3, 4].map((round) =>
    storeCase(
      "TS-27",
      `loses nothing that it confirmed when a writer is killed ten times (${round} of 4)`,
      async (store, lab) => {
        for (const id of IDS) await store.create(countedNegotiation(id));
        const runs = Array.from({ length: 10 }, (_, kill) => new KilledRun(IDS, 10 * round + kill, lab.seed));
        let current = store;
        let unconfirmedCount = 0;
        try {
          for (const run of runs) {
            // Nobody else has the data open: what is found afterwards was recovered, not remembered.
            await current.close();
            await killed(await lab.startWriter(current, run.job), run);
            current = await lab.reopen(current);
            await expectSound(current, IDS);
            await run.expectConfirmed(current);
            unconfirmedCount += await run.expectSentAgain(current);
          }
          // What a later kill has taken from an earlier one.
          for (const run of runs) await run.expectConfirmed(current);
        } catch (error) {
          throw await reported(error, current, lab);
        }
        const confirmedCount = runs.reduce((sum, run) => sum + run.confirmedCount, 0);
        assert(confirmedCount > 0, "Expected the writers to confirm some commits.");
        lab.print(
          `TS-27: 10 kills of seed ${lab.seed}, ${confirmedCount} commits confirmed, ` +
            `${unconfirmedCount} stored and unconfirmed`,
        );
      },
      ["spawnWriter", "reopen"],
    ),
  ),
];

/** Lets it write for as long as the run says, and kills it. */
async function killed(writer: TestProcess, run: KilledRun): Promise<void> {
  assertEqual(await writer.nextLine(), WRITER_READY, "the first line of the writer");
  await new Promise<void>((resolve) => {
    systemClock.setTimeout(resolve, run.delayMs);
  });
  await writer.kill();
  for (let line = await writer.nextLine(); line !== null; line = await writer.nextLine()) run.confirm(line);
}

/** SM-83: the error with what it takes to see it again. */
async function reported(error: unknown, store: NegotiationStore, lab: StoreLab): Promise<Error> {
  const message = error instanceof Error ? error.message : String(error);
  const place = await lab.keep(store);
  const kept = place === undefined ? "" : ` The data are kept in ${place}.`;
  return new Error(`${message} The kills had seed ${lab.seed}.${kept}`, { cause: error });
}
