import ts from "typescript";
import { describe, expect, it } from "vitest";
import { type ImportLine, importsOf } from "./import-lines.js";
import { type SourceFile, sourceFiles } from "./source-files.js";
import { againstTheOrder, circles, crowdedRooms, importsPastFaces, roomOf } from "./walls.js";

/** What the testing kit, and what stands on it, may import. */
const TESTED: readonly string[] = [
  "errors.ts",
  "core",
  "presets",
  "ports",
  "service",
  "stores",
  "timers",
  "group",
  "gate",
  "oap",
  "argumentation",
  "preferences",
  "strategies",
  "analysis",
  "tournament",
  "report",
];

/**
 * The floors of the house, each with those it may import from besides itself (DESIGN.md, section 3); a room that needs
 * others than its floor stands here too.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  "errors.ts": [],
  "system-clock.ts": ["ports"],
  "builtin-module.ts": [],
  core: ["errors.ts"],
  presets: ["errors.ts", "core"],
  ports: ["core"],
  service: ["errors.ts", "system-clock.ts", "core", "presets", "ports", "stores/memory/index.ts"],
  "index.ts": ["errors.ts", "core", "presets", "ports", "service", "stores/memory/index.ts"],
  "core.ts": ["errors.ts", "core"],
  "store.ts": ["ports", "service"],
  "machine.ts": ["core"],
  stores: ["errors.ts", "builtin-module.ts", "core", "ports"],
  // The sweep, which every timer has beside it.
  timers: ["errors.ts", "system-clock.ts", "core", "ports", "service/timing/index.ts"],
  group: ["errors.ts", "core", "presets", "ports", "service"],
  // It speaks Index Network: its contexts, outcomes and traces are those of the presets.
  gate: ["errors.ts", "system-clock.ts", "core", "presets", "ports", "service"],
  oap: ["errors.ts", "system-clock.ts", "builtin-module.ts", "core", "ports", "service", "web"],
  web: ["ports"],
  bridges: ["errors.ts", "system-clock.ts", "core", "ports", "service", "web"],
  // It speaks Index Network: its turns and its words to models are those of the presets.
  "bridges/mcp": ["errors.ts", "system-clock.ts", "core", "presets", "ports", "service", "web", "bridges"],
  // Its contexts are Index Network's conversations where that is the preset.
  "bridges/a2a": ["errors.ts", "core", "presets", "ports", "service", "web", "bridges"],
  // Its events for any sink are those of Index Network.
  "bridges/open-telemetry": ["errors.ts", "core", "presets", "ports", "service"],
  // It shows a party what the presets show it, and its host the pictures of the report.
  "bridges/inspector": [
    ...["errors.ts", "system-clock.ts", "core", "presets", "ports", "service", "web", "bridges"],
    ...["preferences", "analysis", "report"],
  ],
  // The page knows the machine and the records, and nothing that runs on a server.
  "bridges/inspector/page": ["errors.ts", "core"],
  // A model is told preferences in words, and shown a strategy's offers; its agent is handed no service whose clock it
  // could ask.
  "bridges/ai-sdk": ["errors.ts", "system-clock.ts", "core", "ports", "preferences", "strategies", "bridges"],
  // Its agents are handed no service whose clock they could ask.
  "bridges/channel": ["errors.ts", "system-clock.ts", "core", "ports", "web", "bridges"],
  argumentation: ["errors.ts", "core", "ports"],
  preferences: ["errors.ts", "core"],
  strategies: ["errors.ts", "core", "ports", "preferences"],
  analysis: ["errors.ts", "core", "preferences"],
  tournament: ["errors.ts", "builtin-module.ts", "core", "ports", "preferences", "strategies", "analysis"],
  report: ["errors.ts", "core", "preferences", "strategies", "analysis", "tournament"],
  testing: TESTED,
  fuzz: [...TESTED, "testing"],
  simulation: [...TESTED, "testing"],
  cli: ["*"],
};

/** Rooms that are handed a service: they may import its type, and nothing of it at run time. */
const HANDED_A_SERVICE: readonly string[] = ["group", "gate", "oap", "bridges"];

/** The packages that a room, or a folder of one, may import. `zod` itself is nowhere: it alone is 92 kB. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: ["xstate"],
  presets: ["zod/mini"],
  service: ["eventemitter3", "nanoid", "zod/mini"],
  preferences: ["zod/mini"],
  "preferences/formats/genius": ["fast-xml-parser"],
  "bridges/http": ["@hono/zod-openapi"],
  fuzz: ["fast-check"],
  "bridges/mcp": ["@modelcontextprotocol/server"],
  "bridges/a2a": ["@a2a-js/sdk", "@a2a-js/sdk/client", "@a2a-js/sdk/errors", "@a2a-js/sdk/server"],
  "bridges/open-telemetry": ["@opentelemetry/api"],
  "bridges/ai-sdk": ["ai"],
  "bridges/inspector/page": ["esbuild", "preact", "preact/hooks", "@preact/signals"],
  cli: [
    "@hono/node-server",
    "commander",
    "cli-progress",
    "jsonc-parser",
    "@modelcontextprotocol/server/stdio",
  ],
};

/** Rooms in which `node:` is at home; all else is isomorphic. */
const NODE_ROOMS: readonly string[] = ["stores", "timers", "cli"];

/** The only file of a package, wherever it stands. */
const ONE_FILE_PACKAGES: readonly string[] = ["eventemitter3", "nanoid"];

describe("the imports of src", () => {
  it("are found at all", () => {
    expect(sourceFiles.length).toBeGreaterThan(40);
    expect(allImports().length).toBeGreaterThan(100);
  });

  it("run along the arrows of DESIGN.md, section 3, and no others", () => {
    expect(placesOf(({ file, line }) => !line.isPackage && !mayImport(file, line.target))).toEqual([]);
  });

  it("bring nothing into core but XState, the errors and core itself", () => {
    const allowed = /^(core\/.*|errors\.ts|xstate)$/;
    const isStray = ({ file, line }: Found): boolean =>
      floorOf(file.path) === "core" && !allowed.test(line.target);
    expect(placesOf(isStray)).toEqual([]);
  });

  it("leave nothing of the ports at run time", () => {
    const isPort = (path: string): boolean => floorOf(path) === "ports";
    const isStray = ({ file, line }: Found): boolean =>
      !line.isTypeOnly && (isPort(file.path) || (!line.isPackage && isPort(line.target)));
    expect(placesOf(isStray)).toEqual([]);
  });

  it("take only the type of the service that group, gate, oap and bridges are handed", () => {
    const isStray = ({ file, line }: Found): boolean =>
      HANDED_A_SERVICE.includes(floorOf(file.path)) && floorOf(line.target) === "service" && !line.isTypeOnly;
    expect(placesOf(isStray)).toEqual([]);
  });

  it("name testing, fuzz, simulation and cli nowhere but there; fuzz and simulation stand on testing", () => {
    const isStray = ({ file, line }: Found): boolean =>
      ["testing", "fuzz", "simulation", "cli"].includes(floorOf(line.target)) &&
      floorOf(line.target) !== floorOf(file.path) &&
      !(floorOf(line.target) === "testing" && ["fuzz", "simulation"].includes(floorOf(file.path)));
    expect(placesOf(({ file, line }) => !line.isPackage && isStray({ file, line }))).toEqual([]);
  });

  it("name only the packages that their room may use", () => {
    const isStray = ({ file, line }: Found): boolean =>
      line.isPackage && !line.target.startsWith("node:") && !packagesOf(file.path).includes(line.target);
    expect(placesOf(isStray)).toEqual([]);
  });

  it("load fast-check in one file, and its types anywhere in fuzz", () => {
    const files = allImports()
      .filter(({ line }) => line.target === "fast-check" && !line.isTypeOnly)
      .map(({ file }) => file.path);
    expect(files).toEqual(["fuzz/arbitraries/fast-check.ts"]);
  });

  it("reach the reader of XML only from its own folder and from cli", () => {
    const isStray = ({ file, line }: Found): boolean =>
      folderOf(line.target) === "preferences/formats/genius" &&
      folderOf(file.path) !== "preferences/formats/genius" &&
      floorOf(file.path) !== "cli";
    expect(placesOf(isStray)).toEqual([]);
  });

  it("name `node:` modules only where a server is at home", () => {
    const isStray = ({ file, line }: Found): boolean =>
      line.target.startsWith("node:") && !NODE_ROOMS.includes(floorOf(file.path));
    expect(placesOf(isStray)).toEqual([]);
  });

  it.each(ONE_FILE_PACKAGES)("name %s in one file", (name) => {
    const files = allImports()
      .filter(({ line }) => line.target === name)
      .map(({ file }) => file.path);
    expect(new Set(files).size).toBe(1);
  });

  it("name XState where the machine is made for others, and nowhere that `.` would carry it", () => {
    const files = allImports()
      .filter(({ line }) => line.isPackage && line.target.startsWith("xstate"))
      .map(({ file }) => file.path);
    expect([...new Set(files)]).toEqual(["core/machine/xstate/xstate-machine.ts"]);
  });

  it("never name the whole of zod", () => {
    expect(placesOf(({ line }) => line.target === "zod")).toEqual([]);
  });
});

describe("the rooms of src", () => {
  it("import nothing past a face", () => {
    expect(importsPastFaces(sourceFiles)).toEqual([]);
    expect(importsPastFaces(planted("service/room/planted.ts", "../../core/rules/resolve-rules.js"))).toEqual(
      ["service/room/planted.ts:1 imports core/rules/resolve-rules.ts"],
    );
    expect(importsPastFaces(planted("core/rules/planted.ts", "../record/negotiation.js"))).toHaveLength(1);
  });

  it("stand in no circle, types included", () => {
    expect(circles(sourceFiles)).toEqual([]);
    expect(circles(planted("core/record/planted.ts", "../rules/index.js"))).toContain(
      "core/record -> core/rules -> core/record",
    );
    const overOthers = planted("oap/canonical/planted.ts", "../host/index.js");
    expect(circles(overOthers).join()).toContain("oap/canonical");
  });

  it("of core and of service import in their stated order", () => {
    expect(againstTheOrder(sourceFiles)).toEqual([]);
    expect(againstTheOrder(planted("core/json/planted.ts", "../deadlines/index.js"))).toHaveLength(1);
    expect(againstTheOrder(planted("service/events/planted.ts", "../queries/index.js"))).toHaveLength(1);
  });

  it("have at most 15 files each (SY-3)", () => {
    expect(crowdedRooms(sourceFiles)).toEqual([]);
    const inJson = sourceFiles.filter(({ path }) => roomOf(path) === "core/json").length;
    const sixteen = Array.from({ length: 16 - inJson }, (_, index) =>
      fileOf(`core/json/planted-${index}.ts`, ""),
    );
    expect(crowdedRooms([...sourceFiles, ...sixteen.slice(1)])).toEqual([]);
    expect(crowdedRooms([...sourceFiles, ...sixteen])).toEqual(["core/json: 16 files"]);
  });
});

/** The files of `src/` and one more, with one import. */
function planted(path: string, specifier: string): SourceFile[] {
  return [...sourceFiles, fileOf(path, `import type { Planted } from "${specifier}";\n`)];
}

function fileOf(path: string, text: string): SourceFile {
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true) };
}

interface Found {
  readonly file: SourceFile;
  readonly line: ImportLine;
}

function allImports(): Found[] {
  return sourceFiles.flatMap((file) => importsOf(file).map((line) => ({ file, line })));
}

function placesOf(isStray: (found: Found) => boolean): string[] {
  return allImports()
    .filter(isStray)
    .map(({ line }) => `${line.place} imports ${line.target}`);
}

function mayImport(file: SourceFile, target: string): boolean {
  const room = floorOf(file.path);
  const allowed = innermost(ARROWS, file.path);
  if (allowed === undefined) return false;
  return (
    room === floorOf(target) ||
    allowed.includes("*") ||
    allowed.includes(floorOf(target)) ||
    allowed.includes(target)
  );
}

/** Of the innermost folder that has packages of its own, else of the room. */
function packagesOf(path: string): readonly string[] {
  return innermost(PACKAGES, path) ?? [];
}

/** What stands for the innermost folder around a file that has an entry of its own. */
function innermost<T>(entries: Readonly<Record<string, T>>, path: string): T | undefined {
  if (path === "") return undefined;
  return entries[path] ?? innermost(entries, folderOf(path));
}

/** The folder that a file stands in, below `src/`. */
function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

/** The floor of a path below `src/`, or the file itself where it stands on none. */
function floorOf(path: string): string {
  return path.split("/")[0]!;
}
