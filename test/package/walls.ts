/**
 * @module
 * The walls of the house: every folder of `src/` is a room with one face, `index.ts`. What stands behind a face is the
 * room's own; rooms import each other in one direction; none has more files than one can oversee.
 */

import { posix } from "node:path";
import { importsOf } from "./import-lines.js";
import type { SourceFile } from "./source-files.js";

/** The most files of a room, its face included. */
export const MOST_FILES = 15;

/** The floors whose rooms have a stated order: each imports only from rooms before it. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  core: ["json", "checks", "record", "rules", "deadlines", "moves", "machine", "."],
  service: [
    "queue",
    "events",
    "commands",
    "timing",
    "feed",
    "options",
    "agents",
    "parking",
    "queries",
    "room",
  ],
};

/** The folder of a file below `src/`; a file that stands in none is a room by itself. */
export function roomOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? path : folder;
}

/** Imports of a file behind the face of another room. */
export function importsPastFaces(files: readonly SourceFile[]): string[] {
  return crossings(files)
    .filter(({ to, target }) => to !== target && posix.basename(target) !== "index.ts")
    .map(({ place, target }) => `${place} imports ${target}`);
}

/** Rooms that import each other, over however many others, types included: each circle once. */
export function circles(files: readonly SourceFile[]): string[] {
  const doors = new Map<string, Set<string>>();
  for (const { from, to } of crossings(files)) {
    doors.set(from, (doors.get(from) ?? new Set()).add(to));
  }
  const found = new Map<string, string>();
  for (const start of [...doors.keys()].sort()) {
    const way = shortestWayBack(doors, start);
    const key = [...(way ?? [])].sort().join();
    if (way !== undefined && !found.has(key)) found.set(key, [...way, start].join(" -> "));
  }
  return [...found.values()];
}

/** Imports against the stated order of a floor. */
export function againstTheOrder(files: readonly SourceFile[]): string[] {
  return crossings(files)
    .filter(({ from, to }) => {
      const [floor = ""] = from.split("/");
      const order = ORDER[floor];
      if (order === undefined || to.split("/")[0] !== floor) return false;
      const [own, other] = [placeOn(floor, from), placeOn(floor, to)].map((place) => order.indexOf(place));
      return own === undefined || other === undefined || other === -1 || other > own;
    })
    .map(({ place, target }) => `${place} imports ${target}`);
}

/** Rooms with too many files. */
export function crowdedRooms(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(roomOf(path), (counts.get(roomOf(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([room, count]) => `${room}: ${count} files`);
}

interface Crossing {
  readonly place: string;
  readonly from: string;
  readonly to: string;
  readonly target: string;
}

function crossings(files: readonly SourceFile[]): Crossing[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter(({ isPackage, target }) => !isPackage && roomOf(target) !== roomOf(file.path))
      .map(({ place, target }) => ({ place, from: roomOf(file.path), to: roomOf(target), target })),
  );
}

/** The room's place on its floor: a room within a room stands where that one does. */
function placeOn(floor: string, room: string): string {
  return room === floor ? "." : (room.split("/")[1] ?? ".");
}

function shortestWayBack(
  doors: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
): string[] | undefined {
  const seen = new Set<string>();
  let ways: string[][] = [[start]];
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const next of doors.get(way.at(-1) ?? start) ?? []) {
        if (next === start) return way;
        if (seen.has(next)) continue;
        seen.add(next);
        longer.push([...way, next]);
      }
    }
    ways = longer;
  }
  return undefined;
}
