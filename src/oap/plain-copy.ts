/**
 * @module
 * The one pass over a value from outside: a deep-frozen copy by the rules of `strict-json.ts`. Everything else works
 * on that copy: `canonical-text.ts` writes it, `strict-copy.ts` hands it out.
 */

import type { Json } from "../core/negotiation.js";
import { keepRecent, type RecentJson, recentJson } from "../core/recent-json.js";
import type { ResolvedLimits } from "./document-limits.js";
import {
  countBytes,
  demandKeys,
  demandLength,
  demandMember,
  demandScalar,
  NotStrictJson,
  type StrictWalk,
  setOwn,
  strictWalk,
} from "./strict-json.js";

/**
 * A copy of a value, each member of which is read once. How big it is exactly remains to be seen.
 *
 * @throws {NotStrictJson} for whatever is not strict JSON, certainly too big, or throws while it is read
 * @see spec signing, SG-2 to SG-6
 */
export function plainCopy(value: unknown, limits: ResolvedLimits): RecentJson {
  const known = recentJson(value);
  if (known?.limits === limits) return known;
  const walk = strictWalk(limits);
  try {
    const copy = copyOf(value, walk);
    const { leastBytes, memberCount, depth } = walk;
    return keepRecent({ copy, depth, leastBytes, memberCount, limits });
  } catch (error) {
    if (error instanceof NotStrictJson) throw error;
    // What a trap threw is a stranger's and may say anything, so it stays out of the message.
    throw new NotStrictJson("Expected readable members, got one that throws.", Object.freeze([...walk.path]));
  }
}

function copyOf(value: unknown, walk: StrictWalk): Json {
  if (typeof value !== "object" || value === null) return demandScalar(value, walk);
  const keys = demandKeys(value, walk);
  return Object.freeze(keys === undefined ? copyElements(value, walk) : copyMembers(value, keys, walk));
}

function copyMembers(source: object, keys: readonly string[], walk: StrictWalk): Record<string, Json> {
  const copy: Record<string, Json> = {};
  countBytes(walk, 2);
  walk.memberCount += keys.length;
  for (const key of keys) {
    countBytes(walk, key.length + 3);
    walk.path.push(key);
    const { leastBytes, memberCount } = walk;
    const member = copyOf(demandMember(source, key, walk), walk);
    setOwn(copy, key, member);
    if (walk.path.length === 1) {
      // Terms go their own way from here.
      const counts = {
        leastBytes: walk.leastBytes - leastBytes,
        memberCount: walk.memberCount - memberCount,
      };
      keepRecent({ copy: member, depth: walk.depth, ...counts, limits: walk.limits });
    }
    walk.path.pop();
  }
  return copy;
}

function copyElements(source: object, walk: StrictWalk): Json[] {
  const length = demandLength(source, walk);
  const copy: Json[] = [];
  for (let index = 0; index < length; index += 1) {
    walk.path.push(index);
    copy.push(copyOf(demandMember(source, index, walk), walk));
    walk.path.pop();
  }
  return copy;
}
