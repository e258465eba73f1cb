import { describe, expect, it } from "vitest";
import { entries } from "../../tsup.config.js";
import { declaringFile, exportedNames } from "./exported-names.js";
import { type EntryName, entryNames, specifierOf } from "./package-root.js";
import { type SourceFile, sourceFiles } from "./source-files.js";

/** The most names that `.` exports: what its user calls, hands in or is handed. */
const MOST_NAMES = 90;

/** One door to a room, and to what is beneath it. */
const OF_ROOMS: readonly EntryName[] = ["index", "core", "store"];

describe("the subpaths", () => {
  it(`export at most ${MOST_NAMES} names from \`.\``, () => {
    const names = exportedNames(faceOf("index"));
    expect(names).toContain("NegotiationService");
    expect(names.length).toBeLessThanOrEqual(MOST_NAMES);
  });

  it("export each name of rooms, engine and stores from one of the three", () => {
    const shared = [...placesOfNames(OF_ROOMS)].filter(([, places]) => places.length > 1);
    expect(shared.map(([name, places]) => `${name}: ${places.map(({ entry }) => entry).join(", ")}`)).toEqual(
      [],
    );
  });

  it("give no name two meanings", () => {
    const torn = [...placesOfNames(entryNames)].filter(
      ([, places]) => new Set(places.map(({ declared }) => declared)).size > 1,
    );
    const shown = torn.map(
      ([name, places]) => `${name}: ${places.map(({ entry }) => specifierOf(entry)).join(", ")}`,
    );
    expect(shown).toEqual([]);
  });
});

interface Place {
  readonly entry: EntryName;
  /** The file that declares it, below `src/`. */
  readonly declared: string;
}

function placesOfNames(of: readonly EntryName[]): Map<string, readonly Place[]> {
  const places = new Map<string, readonly Place[]>();
  for (const entry of of) {
    const face = faceOf(entry);
    for (const name of exportedNames(face)) {
      const place = { entry, declared: declaringFile(face, name) };
      places.set(name, [...(places.get(name) ?? []), place]);
    }
  }
  return places;
}

function faceOf(entry: EntryName): SourceFile {
  const path = entries[entry].replace("src/", "");
  const face = sourceFiles.find((file) => file.path === path);
  if (face === undefined) throw new Error(`Expected a face of ${entry} in src/${path}, got none.`);
  return face;
}
