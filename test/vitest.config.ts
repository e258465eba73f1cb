import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import tsconfig from "../tsconfig.json" with { type: "json" };
import { planted } from "./simulation/mutants/planted.js";

// The type tests (test/types/*.test-d.ts) are checked by `npm run check`: the compiler reads them as it
// reads every test, and `@ts-expect-error` makes misuse that compiles an error.
/** Tests of peers that ask for Node 22.12: of the two Nodes of CI the newer one runs them (ST-92, NV-1). */
const NODE_22_TESTS = ["test/**/*.pg-boss.test.ts", "test/**/*.node22.test.ts"];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isNode22 = major > 22 || (major === 22 && minor >= 12);
if (!isNode22) {
  const why = `pg-boss, ai and Colyseus need Node >= 22.12, this is ${process.versions.node}.`;
  // Of the 22s none leaves anything out unseen.
  if (major >= 22) throw new Error(`Expected a Node that runs all tests: ${why} Take a newer one.`);
  console.warn(`Leaves out ${NODE_22_TESTS.join(", ")}: ${why}`);
}

/**
 * What runs in virtual time, decides as pure data or reads sources is the same on every Node: where CI runs the tests
 * a second time, on a newer Node, it runs what depends on Node (SQLite, crypto, processes, sockets, the built package).
 * `npm test` runs everything on whatever Node it has.
 */
const SAME_ON_EVERY_NODE = [
  "test/simulation/**/!({nodes.pg-boss,real-clock,simulate-command}).test.ts",
  "test/{core,presets,properties,types,docs,group,gate,site}/**",
  "test/{preferences,strategies,analysis,report,argumentation}/**",
  "test/tournament/!(worker-pool).test.ts",
  // Signatures and bytes are looked at again (keys, signing, canonical, merkle, encoding), two processes as well.
  "test/oap/{agreement,attacks,documents,host,log,party,record,runtime}/**",
  "test/oap/!(host-two-processes).test.ts",
  // The installed package's own are run on both.
  "test/examples/**",
  "test/{bench,fuzz,testing}/**",
  "test/package/!({both-builds,installed-examples,missing-peers,node-versions,own-peers,process-exit,sqlite-builds}).test.ts",
  "test/service/**/!({negotiation-rooms,real-clock,wake-up-timer}).test.ts",
  "test/stores/{postgres-strict,postgres-wrapped,damaged-rows,judged-again}.test.ts",
  "test/stores/{checked-store,isolated-json,page-cursor,sql,service-commits,outbox-feed}.test.ts",
  "test/stores/memory/**",
  // Of PostgreSQL what happens when connections break, and nodes that share it, are looked at again.
  "test/stores/postgres/*.test.ts",
  // What a command prints; processes, threads, files, sockets and SQLite are looked at again.
  "test/cli/{program.test.ts,text/**}",
  "test/cli/commands/{analyse,convert,run,tournament,verify,verify-log,verify-receipt}-command.test.ts",
  // What a browser shows; what serves it is looked at again, and the page of the game.
  "test/bridges/inspector/{guarded,held,moments,page}.test.ts",
  "test/embedding/chat-page.test.ts",
];
const isSecondRun = process.env["CONCORDAT_SECOND_RUN"] === "true";
if (isSecondRun) console.warn(`Leaves out, as the first run has run them: ${SAME_ON_EVERY_NODE.join(", ")}`);

/** What goes by a real clock: one file at a time, so that no other takes the machine from it. */
const ALONE = [
  "test/{service,simulation}/**/{real-clock,wake-up-timer,negotiation-rooms}.test.ts",
  "test/{timers,bench}/**/*.test.ts",
];
/** What starts processes, servers or builds, each with modules and a folder of its own. */
const PROCESSES = [
  "test/{types,site}/**/*.test.ts",
  "test/stores/{sqlite,postgres}/**/*.test.ts",
  "test/stores/{damaged-rows,judged-again,postgres-*,rooms-over-databases,sqlite-service}.test.ts",
  // What reads the sources parses them once for all.
  "test/package/!({docstring-examples,faces,import-arrows,outcome-construction,source-habits,test-habits}).test.ts",
  "test/cli/{main,inspect}.test.ts",
  "test/cli/commands/{export-log,mcp,tournament}-command.test.ts",
  "test/tournament/worker-pool.test.ts",
  "test/examples/!(oap-vectors*).test.ts",
  "test/gate/*-stores.test.ts",
  "test/bridges/inspector/**/*.test.ts",
  "test/embedding/!(game-loop).test.ts",
  "test/provide-postgres.test.ts",
  "test/group/{kills,processes}.test.ts",
  "test/properties/pinned.test.ts",
  "test/testing/**/{conformance-suite,store-suite-processes,timer-process}.test.ts",
  "test/simulation/{mutants,nodes.pg-boss,postgres-*,simulate-command,stores-differential,worlds}.test.ts",
];
/** What replaces modules for itself needs modules of its own. */
const OWN_MODULES = [
  "test/cli/files/sqlite-file.test.ts",
  "test/tournament/run-tournament.test.ts",
  "test/service/older-schema.test.ts",
  "test/properties/commands-mutants.test.ts",
  "test/simulation/real-parts.test.ts",
  "test/fuzz/arbitraries/fast-check.test.ts",
  "test/simulation/crash-deploy.test.ts",
  "test/core/migrations.test.ts",
];
const leftOut = [
  ...configDefaults.exclude,
  "bench/**",
  ".tmp/**",
  ...(isNode22 ? [] : NODE_22_TESTS),
  ...(isSecondRun ? SAME_ON_EVERY_NODE : []),
];
/** What takes longest starts first, so that no worker ends long after the others. */
const LONGEST = [
  "site",
  "crash-points",
  "worlds",
  "mutants",
  "sqlite",
  "postgres",
  "postgres-strict",
  "postgres-wrapped",
  "stores-differential",
  "typescript-versions",
  "gate-kills-stores",
  "installed-examples",
  "faults-alone",
  "pages",
  "held",
  "pinned",
  "three-nodes",
  "quickstart",
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(basename(moduleId, ".test.ts"));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
const shared = {
  // Only for what hangs: no test asserts how fast the machine is, and what waits for a process waits for its event.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { interval: 5, timeout: 60_000 } },
  // Tests let agents and listeners fail, and mostly nobody listens: what is said of it then is for people.
  execArgv: ["--no-warnings"],
};

/** Examples import the package by its name: here these are the sources, as tsx finds them by tsconfig.json. */
const sourcesOf = {
  name: "sources of the package",
  enforce: "pre" as const,
  resolveId(id: string, importer?: string) {
    const [path] = importer?.includes("/examples/")
      ? ((tsconfig.compilerOptions.paths as Record<string, string[]>)[id] ?? [])
      : [];
    return path && fileURLToPath(new URL(`../${path}`, import.meta.url));
  },
};

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: planted(),
        test: {
          ...shared,
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...leftOut, ...ALONE, ...PROCESSES, ...OWN_MODULES],
          // What is pure shares modules between files and takes a worker a core, and so do doors and commands in the process.
          isolate: false,
          globalSetup: ["test/provide-sqlite.ts"],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [...planted(), sourcesOf],
        test: {
          ...shared,
          name: "processes",
          include: PROCESSES,
          exclude: [...leftOut, ...ALONE, ...OWN_MODULES],
          isolate: false,
          globalSetup: ["test/provide-sqlite.ts", "test/provide-postgres.ts", "test/provide-run-folder.ts"],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: planted(),
        test: {
          ...shared,
          name: "own modules",
          include: OWN_MODULES,
          exclude: leftOut,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: planted(),
        test: {
          ...shared,
          name: "alone",
          include: ALONE,
          exclude: leftOut,
          globalSetup: ["test/provide-sqlite.ts", "test/provide-postgres.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
