/**
 * @module
 * I6: the outbox holds the events of the commits in order, none missing; what is told in process or read from
 * the outbox was committed before; in the end the consumer has seen every row.
 */

import type { OutboxDraft, OutboxRecord } from "../../ports/index.js";
import type {
  Fault,
  Finding,
  Invariant,
  ObservedWrite,
  PublishedEvent,
  Truth,
} from "../observation/index.js";
import { firstFound, foundIn, foundOf, memberOf, unlike } from "../observation/index.js";
import { type EventType, eventsOfWrite } from "./transitions/index.js";

/** I6, at every write, event and read, and over the whole outbox in the end. */
export const outboxInvariant: Invariant = {
  id: "I6",
  watch: (truth) => {
    const streams = new Map<string, Stream>();
    const listeners = new Map<string, Place>();
    return {
      onWrite: (write) => {
        const stream = streams.get(write.after.id) ?? newStream();
        streams.set(write.after.id, stream);
        const types = eventsOfWrite(write, stream.run);
        stream.types.push(types);
        stream.instants.push(write.entry.at);
        stream.drafts.push(write.outbox);
        return foundIn(write, faultOfDrafts(write, truth.writesOutbox ? types : []));
      },
      onPublished: (event) => {
        const listener = `${event.node} ${event.negotiationId}`;
        const { fault, place } = heard(event, streams.get(event.negotiationId), listeners.get(listener));
        if (place !== undefined) listeners.set(listener, place);
        return foundOf(event.negotiationId, fault);
      },
      onConsumed: ({ record }) => {
        const stream = streams.get(record.negotiationId);
        return foundOf(record.negotiationId, faultOfConsumed(record, stream));
      },
      atEnd: () => firstFound(streams, ([id, stream]) => foundInTheEnd(id, stream, truth)),
    };
  },
};

/** What a negotiation has to tell, by version, and how much of it the consumer has seen. */
interface Stream {
  readonly types: (readonly EventType[])[];
  /** When each version was made, by its entry. */
  readonly instants: number[];
  readonly drafts: (readonly OutboxDraft[])[];
  readonly run: { length: number };
  /** The first place that the consumer has not seen. */
  unseen: Place;
}

/** Where an event stands in the order of its negotiation. */
interface Place {
  readonly version: number;
  readonly index: number;
}

function newStream(): Stream {
  return { types: [], instants: [], drafts: [], run: { length: 0 }, unseen: { version: 0, index: 0 } };
}

function faultOfDrafts({ after, outbox }: ObservedWrite, types: readonly EventType[]): Fault {
  if (outbox.length !== types.length || outbox.some(({ type }, index) => type !== types[index])) {
    const drafted = outbox.map(({ type }) => type);
    return unlike("the outbox rows of the commit", types, drafted) ?? "expected the events in their order";
  }
  for (const { body } of outbox) {
    const fault =
      unlike("the negotiation of an outbox row", after.id, memberOf(body, "negotiationId")) ??
      unlike("the version of an outbox row", after.version, memberOf(body, "version"));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Each life of a node tells what it committed itself, once, in the order of versions (EN-39). */
function heard(
  { node, type, version, updatedAt }: PublishedEvent,
  stream: Stream | undefined,
  last: Place | undefined,
): { readonly fault: Fault; readonly place?: Place } {
  const types = stream?.types[version];
  if (types === undefined) return { fault: `expected ${type} after its commit, got it of ${node} before` };
  const index = types.indexOf(type);
  if (index === -1) return { fault: `expected ${types.join(", ")} of version ${version}, got ${type}` };
  const place = { version, index };
  const at = stream?.instants[version];
  // The same command, decided by another node at another time: it is that one's to tell.
  if (updatedAt !== undefined && updatedAt !== at)
    return { fault: `expected version ${version} of ${at}, got ${type} of ${node} with one of ${updatedAt}` };
  if (last === undefined || isBefore(last, place)) return { fault: undefined, place };
  return {
    fault: `expected ${node} to tell things once and in order, got ${type} of version ${version} again`,
  };
}

/** Seen again after a crash of the consumer it has to be the same; seen first it has to be the next. */
function faultOfConsumed(record: OutboxRecord, stream: Stream | undefined): Fault {
  const { version, index, type, body } = record;
  const draft = stream?.drafts[version]?.[index];
  if (stream === undefined || draft === undefined) {
    return `expected outbox rows of commits only, got ${type} at version ${version}, index ${index}`;
  }
  const fault =
    unlike(`the type at version ${version}, index ${index}`, draft.type, type) ??
    unlike(`the body of ${type} at version ${version}`, draft.body, body);
  if (fault !== undefined || isBefore(record, stream.unseen)) return fault;
  const { unseen } = stream;
  if (version !== unseen.version || index !== unseen.index) {
    return `expected version ${unseen.version}, index ${unseen.index} next, got ${version}, ${index}`;
  }
  stream.unseen = placeAfter(unseen, stream);
  return undefined;
}

function placeAfter({ version, index }: Place, { drafts }: Stream): Place {
  let next: Place = { version, index: index + 1 };
  while (next.version < drafts.length && next.index >= (drafts[next.version]?.length ?? 0)) {
    next = { version: next.version + 1, index: 0 };
  }
  return next;
}

function isBefore(one: Place, other: Place): boolean {
  return one.version === other.version ? one.index < other.index : one.version < other.version;
}

function foundInTheEnd(id: string, { drafts, unseen }: Stream, truth: Truth): Finding | undefined {
  const expected = drafts.flatMap((ofVersion, version) =>
    ofVersion.map(({ type, body }, index) => ({ negotiationId: id, version, index, type, body })),
  );
  const stored = truth.outbox(id);
  const differing = expected.findIndex((record, index) => {
    const { negotiationId, version, index: position, type, body } = stored[index] ?? NOTHING;
    return unlike("", record, { negotiationId, version, index: position, type, body }) !== undefined;
  });
  const fault =
    unlike("the number of outbox rows", expected.length, stored.length) ??
    (differing === -1
      ? undefined
      : unlike("an outbox row", expected[differing], stored[differing] ?? null)) ??
    (unseen.version < drafts.length && truth.writesOutbox
      ? `expected the consumer to see every row, got none from version ${unseen.version}, index ${unseen.index} on`
      : undefined);
  return foundOf(id, fault);
}

const NOTHING = { negotiationId: "", version: -1, index: -1, type: "", body: null };
