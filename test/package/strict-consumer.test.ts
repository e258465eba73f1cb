import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { complaintsAbout } from "./compile.js";
import { type Consumer, makeConsumer } from "./consumer.js";
import { type EntryName, entryNames, manifest, specifierOf } from "./package-root.js";

// `./machine` is the one place that names XState. Each subpath by itself: `typescript-versions.test.ts`.
const STRICT_ENTRIES: readonly EntryName[] = entryNames.filter((entry) => entry !== "machine");

const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  skipLibCheck: false,
  noEmit: true,
};

let consumer: Consumer;
beforeAll(() => {
  // pg has its types in a package of their own, which its users install as well.
  consumer = makeConsumer([...Object.keys(manifest.peerDependencies), "@types/pg"]);
});
afterAll(() => consumer?.remove());

it("compiles createActor, transition and xstate/graph over ./machine (MA-9)", () => {
  const path = join(consumer.folder, "machine.mts");
  const code = [
    `import { createActor, initialTransition, type SnapshotFrom, transition } from "xstate";`,
    `import { getShortestPaths } from "xstate/graph";`,
    `import { type MachineEvent, negotiationMachine } from "${specifierOf("machine")}";`,
    `import type { Negotiation } from "${manifest.name}";`,
    `declare const negotiation: Negotiation;`,
    `declare const event: MachineEvent;`,
    `const actor = createActor(negotiationMachine, { input: negotiation });`,
    `export const snapshot: SnapshotFrom<typeof negotiationMachine> = actor.getSnapshot();`,
    `export const record: Negotiation = snapshot.context;`,
    `actor.send(event);`,
    `const [initial] = initialTransition(negotiationMachine, negotiation);`,
    `export const next: Negotiation = transition(negotiationMachine, initial, event)[0].context;`,
    `export const paths = getShortestPaths(negotiationMachine, { input: negotiation, events: [event] });`,
  ].join("\n");
  const shown = complaintsAbout(new Map([[path, code]]), { ...STRICT, skipLibCheck: true }).map(
    (one) => one.shown,
  );
  expect(shown).toEqual([]);
});

it("takes a PgBoss, and its timer's hook, as they are (ST-70)", () => {
  const path = join(consumer.folder, "pg-boss-timer.mts");
  const code = [
    `import type { Pool } from "pg";`,
    `import { PgBoss } from "pg-boss";`,
    `import { NegotiationRooms } from "${manifest.name}";`,
    `import { pgBossTimer } from "${specifierOf("pg-boss")}";`,
    `import { openPostgresStore, type PostgresStore } from "${specifierOf("postgres")}";`,
    `declare const client: Pool;`,
    `const boss = new PgBoss("postgres://localhost/deals");`,
    `const timer = pgBossTimer({ boss, store: () => store });`,
    `const store: PostgresStore = await openPostgresStore({ client, onCommit: timer.onCommit });`,
    `export const rooms = new NegotiationRooms({ store, timer });`,
    `// @ts-expect-error: no boss`,
    `pgBossTimer({ boss: new Map<string, string>() });`,
  ].join("\n");
  const shown = complaintsAbout(new Map([[path, code]]), { ...STRICT, skipLibCheck: true }).map(
    (one) => one.shown,
  );
  expect(shown).toEqual([]);
});

it("names XState in no declaration that another entry loads", () => {
  const options = { ...STRICT, skipLibCheck: true };
  const path = join(consumer.folder, "all.mts");
  const code = STRICT_ENTRIES.map((entry) => `import "${specifierOf(entry)}";`).join("\n");
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile;
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (one) => one === path || ts.sys.fileExists(one);
  host.readFile = (one) => (one === path ? code : readFile(one));
  host.getSourceFile = (one, target, ...rest) =>
    one === path ? ts.createSourceFile(one, code, target) : getSourceFile(one, target, ...rest);
  const loaded = ts
    .createProgram([path], options, host)
    .getSourceFiles()
    .map((file) => file.fileName);
  expect(loaded.some((file) => file.includes(`/${manifest.name}/dist/`))).toBe(true);
  expect(loaded.filter((file) => file.includes("/xstate/"))).toEqual([]);
});
