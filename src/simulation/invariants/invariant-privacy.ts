/**
 * @module
 * I15: nobody is shown what is private to another (EN-44, EN-54). Whatever private thing a world draws holds a
 * marker that says whose it is, and whatever anybody is shown is looked through for those of others.
 */

import { foundOf, type Invariant, type ShownValue, stateIn, type Truth } from "../observation/index.js";

/** What is private: some of it to its party, some to the host, what is sealed to everybody but the store. */
export type SecretKind = "assessment" | "consult" | "failure" | "sealed" | "context" | "query";

/** A text that holds the marker of a secret. */
export function secretOf(kind: SecretKind, partyId: string): string {
  return `${MARK}${kind}:${partyId}`;
}

/** I15, of all that is shown. */
export const privacyInvariant: Invariant = {
  id: "I15",
  watch: (truth) => {
    // What was looked through stays as it is, and is told again and again.
    const clean = new Map<string | null, WeakSet<object>>();
    const markers = new Map<string, readonly Marker[]>();
    const markersIn = (text: string): readonly Marker[] => {
      const known = markers.get(text) ?? [...text.matchAll(MARKED)].map(markerOf);
      markers.set(text, known);
      return known;
    };
    return {
      onShown: (shown) => {
        const { viewer, what, value, negotiationId } = shown;
        const seen = clean.get(viewer) ?? new WeakSet();
        clean.set(viewer, seen);
        const leak = leakIn(value, seen, (text) => forbidden(markersIn(text), shown, truth));
        if (leak === undefined) return undefined;
        const whom = viewer === null ? "a spectator" : viewer;
        return foundOf(negotiationId, `expected ${what} for ${whom} without a secret, got ${leak}`);
      },
    };
  },
};

const MARK = "secret:";

const MARKED = /secret:(\w+):([\w-]*)/g;

/** The path to the first text that is not for these eyes, and what stands there. */
function leakIn(
  value: unknown,
  clean: WeakSet<object>,
  find: (text: string) => string | undefined,
): string | undefined {
  if (typeof value === "string") return value.includes(MARK) ? find(value) : undefined;
  if (typeof value !== "object" || value === null || clean.has(value)) return undefined;
  for (const key of Object.keys(value)) {
    // Made when it is asked for, and no text.
    if (key === "signal") continue;
    const leak = leakIn((value as Readonly<Record<string, unknown>>)[key], clean, find);
    if (leak !== undefined) return `${key}.${leak}`;
  }
  clean.add(value);
  return undefined;
}

/** What a marker says of the secret that it stands in. */
interface Marker {
  readonly marker: string;
  readonly kind: string;
  readonly owner: string;
}

function markerOf([marker, kind = "", owner = ""]: RegExpExecArray): Marker {
  return { marker, kind, owner };
}

function forbidden(
  markers: readonly Marker[],
  { viewer, negotiationId }: ShownValue,
  truth: Truth,
): string | undefined {
  for (const { marker, kind, owner } of markers) {
    if (kind === "sealed") return marker;
    if (viewer === HOST) continue;
    if (kind !== "context" && kind !== "query") {
      if (viewer !== owner) return marker;
      continue;
    }
    if (viewer === null) return marker;
    // The other presets show both sides the context as it is.
    const row = truth.row(negotiationId);
    const isProjected = row !== null && stateIn(row).rules.preset.startsWith("index");
    if (isProjected && (kind === "context" || viewer !== owner)) return marker;
  }
  return undefined;
}

/** The viewer who may see all but what is sealed. */
export const HOST = "the host";
