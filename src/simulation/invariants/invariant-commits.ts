/**
 * @module
 * I10: each commit was made on the version right before it; none is lost or overwritten.
 */

import type { Entry } from "../../core/record/index.js";
import type { NegotiationRow } from "../../ports/index.js";
import type { Fault, Invariant, ObservedWrite, Truth } from "../observation/index.js";
import { foundIn, foundOf, isSame, unlike } from "../observation/index.js";

/** I10, at every write, and of all that was written in the end. */
export const commitsInvariant: Invariant = {
  id: "I10",
  watch: (truth) => {
    const histories = new Map<string, Written>();
    return {
      onWrite: (write) => {
        const { after, entry } = write;
        const written = histories.get(after.id);
        const fault = faultOfBase(write) ?? faultOfRow(write, written);
        if (written === undefined) histories.set(after.id, { row: after, entries: [entry] });
        else {
          written.row = after;
          written.entries.push(entry);
        }
        return foundIn(write, fault);
      },
      atEnd: () => {
        for (const [id, written] of histories) {
          const found = foundOf(id, faultInTheEnd(id, written, truth));
          if (found !== undefined) return found;
        }
        return undefined;
      },
    };
  },
};

/** What was written of a negotiation. */
interface Written {
  row: NegotiationRow;
  readonly entries: Entry[];
}

function faultOfBase({ before, after, expectedVersion }: ObservedWrite): Fault {
  if (before === null) {
    return unlike("the expected version of a creation", null, expectedVersion);
  }
  return (
    unlike("the expected version", before.version, expectedVersion) ??
    unlike("the new version", before.version + 1, after.version)
  );
}

/** What a commit found has to be what the last one left. */
function faultOfRow({ before }: ObservedWrite, written: Written | undefined): Fault {
  if (written === undefined) {
    return before === null ? undefined : "expected a creation first, got a commit of what nobody created";
  }
  if (before === null) return "expected a negotiation to be created once, got a second creation";
  return isSame(written.row, before) ? undefined : "expected to find the row as the last commit left it";
}

function faultInTheEnd(id: string, { row, entries }: Written, truth: Truth): Fault {
  const stored = truth.row(id);
  if (stored === null) return "expected to find it in the end, got nothing";
  if (!isSame(row, stored)) return "expected to find the row in the end as the last commit left it";
  const history = truth.entries(id);
  const lost = entries.findIndex((entry, index) => !isSame(entry, history[index]));
  if (lost === -1) return unlike("the number of entries in the end", entries.length, history.length);
  return `expected the entry of version ${lost} to stay as it was written, got ${history[lost] === undefined ? "none" : "another"}`;
}
