/**
 * @module
 * The one pass over a value from outside: a deep-frozen copy by the rules of `strict-json.ts`. Everything else works
 * on that copy: `canonical-text.ts` writes it, `strict-copy.ts` hands it out.
 */

import type { Json, JsonFacts } from "../../core/json/index.js";
import { factsOf, MOST_BYTES_A_UNIT, markJson, setOwn } from "../../core/json/index.js";
import type { ResolvedLimits } from "./document-limits.js";
import {
  countBytes,
  demandKeys,
  demandLength,
  demandMember,
  demandScalar,
  NotStrictJson,
  type StrictWalk,
  strictWalk,
} from "./strict-json.js";

/** A copy, and what is known of it. */
export interface PlainCopy {
  /** Deep-frozen, its members in the order of the value. */
  readonly copy: Json;
  readonly facts: JsonFacts;
  /** Members that were read, of all its objects; 0 where nothing was read. */
  readonly memberCount: number;
}

/**
 * A copy of a value, each member of which is read once; or the value itself, if it is such a copy. How big it is
 * exactly remains to be seen.
 *
 * @throws {NotStrictJson} for whatever is not strict JSON, certainly too big, or throws while it is read
 * @see docs/requirements/signing.md, SG-2 to SG-6
 */
export function plainCopy(value: unknown, limits: ResolvedLimits): PlainCopy {
  const known = typeof value === "object" && value !== null ? factsOf(value) : undefined;
  if (known?.limits === limits) return { copy: value as Json, facts: known, memberCount: 0 };
  return readBy(value, strictWalk(limits));
}

/** The same of what `JSON.parse` has just made, which becomes the copy. */
export function readBy(value: unknown, walk: StrictWalk): PlainCopy {
  try {
    const copy = copyOf(value, walk);
    return { copy, facts: factsSince(0, 0, walk), memberCount: walk.memberCount };
  } catch (error) {
    if (error instanceof NotStrictJson) throw error;
    // What a trap threw is a stranger's and may say anything, so it stays out of the message.
    throw new NotStrictJson("Expected readable members, got one that throws.", Object.freeze([...walk.path]));
  }
}

function copyOf(value: unknown, walk: StrictWalk): Json {
  if (typeof value !== "object" || value === null) return demandScalar(value, walk);
  if (isKnown(value, walk)) return value;
  const { leastBytes, mostBytes } = walk;
  const keys = demandKeys(value, walk);
  const copy = keys === undefined ? copyElements(value, walk) : copyMembers(value, keys, walk);
  // A document as a whole and, since terms go their own way, its larger parts.
  if (walk.path.length < 2 && walk.leastBytes - leastBytes >= WORTH_BYTES) {
    markJson(copy, factsSince(leastBytes, mostBytes, walk));
  }
  return Object.freeze(copy);
}

/** Whether a part is such a copy already, by rules that are not wider: it is counted, and goes as it is. */
function isKnown(value: object, walk: StrictWalk): value is Extract<Json, object> {
  const facts = factsOf(value);
  const { limits, path } = walk;
  if (facts === undefined || (facts.limits as Partial<ResolvedLimits>).numbers !== limits.numbers)
    return false;
  const depth = path.length + facts.depth;
  if (depth > limits.maxDepth) return false;
  walk.depth = Math.max(walk.depth, depth);
  countBytes(walk, facts.leastBytes, facts.mostBytes);
  return true;
}

/** Chosen: what is smaller is read as fast. */
const WORTH_BYTES = 64;

/** What is known of the part of a walk that began at these counts; it is at most as deep as the walk went so far. */
function factsSince(leastBytes: number, mostBytes: number, walk: StrictWalk): JsonFacts {
  return {
    depth: walk.depth,
    leastBytes: walk.leastBytes - leastBytes,
    mostBytes: walk.mostBytes - mostBytes,
    limits: walk.limits,
  };
}

function copyMembers(source: object, keys: readonly string[], walk: StrictWalk): Record<string, Json> {
  const copy = (walk.isParsed ? source : {}) as Record<string, Json>;
  countBytes(walk, 2);
  walk.memberCount += keys.length;
  for (const key of keys) {
    // With quotes, colon and comma.
    countBytes(walk, key.length + 3, key.length * MOST_BYTES_A_UNIT + 4);
    walk.path.push(key);
    const member = demandMember(source, key, walk);
    const copied = copyOf(member, walk);
    if (!walk.isParsed) setOwn(copy, key, copied);
    // Minus zero is another one.
    else if (!Object.is(copied, member)) copy[key] = copied;
    walk.path.pop();
  }
  return copy;
}

function copyElements(source: object, walk: StrictWalk): Json[] {
  const length = demandLength(source, walk);
  // Of its size from the start: one that grows takes room for many more.
  const copy = walk.isParsed ? (source as Json[]) : new Array<Json>(length);
  for (let index = 0; index < length; index += 1) {
    walk.path.push(index);
    copy[index] = copyOf(demandMember(source, index, walk), walk);
    walk.path.pop();
  }
  return copy;
}
