import { createHash } from "node:crypto";
import { NegotiationService, type ServiceOptions } from "../../src/index.js";
import {
  createOapHost,
  createTransparencyLog,
  type HistoryView,
  manifestHash,
  memoryLog,
  type OapHost,
  type OapHostOptions,
  type OapParty,
  type OapRoom,
  oapParty,
  oapRoom,
  type Sha256,
  type TransparencyLog,
} from "../../src/oap/index.js";
import { didKeySigner } from "../../src/oap/signing/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";

export const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** 2026-11-22T09:00:00Z. */
export const START = 1_795_338_000_000;

export const MANIFEST = { supported: true, categories: ["pricing", "sla"], max_rounds: 3 };

/** Chance that is the same in every run. */
export function seededBytes(seed = 0): (count: number) => Uint8Array {
  let calls = 0;
  return (count) => {
    calls += 1;
    const bytes = sha256(new TextEncoder().encode(`${seed} ${calls}`));
    return Uint8Array.from({ length: count }, (_, index) => bytes[index % 32]!);
  };
}

export interface World {
  readonly clock: ManualClock;
  readonly service: NegotiationService;
  readonly host: OapHost;
  readonly log: TransparencyLog;
  readonly port: ReturnType<typeof memoryLog>;
  readonly room: OapRoom;
  readonly ada: OapParty;
  readonly smith: OapParty;
  readonly eve: OapParty;
  readonly hash: string;
  readonly randomBytes: (count: number) => Uint8Array;
}

export const DID = "did:web:tool.example";

const seeds = new Map<number, Promise<Awaited<ReturnType<typeof didKeySigner>>>>();

/** The signer of a small number; the same in every run. */
export function signerOf(seed: number): ReturnType<typeof didKeySigner> {
  const known = seeds.get(seed) ?? didKeySigner(new Uint8Array(32).fill(seed));
  seeds.set(seed, known);
  return known;
}

export async function world({
  service: serviceOptions = {},
  room: roomOptions = {},
  roomId = "market-7",
  seed = 0,
  isForgetful = false,
  ...given
}: Partial<Omit<OapHostOptions, "service">> & {
  service?: Partial<ServiceOptions>;
  room?: Parameters<typeof oapRoom>[0];
  roomId?: string;
  seed?: number;
  /** Parties sign whatever they are asked, as if each time were the first: as no honest party does. */
  isForgetful?: boolean;
} = {}): Promise<World> {
  const clock = new ManualClock(START);
  const random = seededBytes(seed);
  const room = oapRoom(roomOptions);
  const service = new NegotiationService(roomId, { ...room, clock, ...serviceOptions });
  const port = memoryLog();
  const log = createTransparencyLog({
    port,
    sha256,
    origin: "tool.example/log",
    signer: await signerOf(9),
    clock,
  });
  const host = createOapHost({
    service,
    admit: room.admit,
    did: DID,
    manifest: MANIFEST,
    log,
    sha256,
    clock,
    ...given,
  });
  const answer = host.useManifest(given.manifest ?? MANIFEST);
  const hash = answer.ok ? manifestHash(answer.manifest, sha256) : "";
  const pinned = [{ host: given.did ?? DID, manifest_hash: hash }];
  const party = async (number: number): Promise<OapParty> => {
    const signer = await signerOf(number);
    const made = (): OapParty => oapParty({ signer, sha256, clock, randomBytes: random, pinned });
    return isForgetful ? forgetful(made) : made();
  };
  return {
    clock,
    service,
    host,
    log,
    port,
    room,
    ada: await party(1),
    smith: await party(2),
    eve: await party(3),
    hash,
    randomBytes: random,
  };
}

function forgetful(made: () => OapParty): OapParty {
  return {
    ...made(),
    propose: (...given) => made().propose(...given),
    accept: (...given) => made().accept(...given),
    reject: (...given) => made().reject(...given),
    withdraw: (...given) => made().withdraw(...given),
    cosign: (...given) => made().cosign(...given),
  };
}

/** The value of an answer that has to be good. */
export function good<Answer extends { readonly ok: boolean }>(answer: Answer): Extract<Answer, { ok: true }> {
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer as Extract<Answer, { ok: true }>;
}

export function opening({ smith, hash }: Pick<World, "smith" | "hash">) {
  return { responder: smith.did, category: "pricing", host: DID, manifest_hash: hash };
}

/** Opened by ada. */
export async function opened(here: World): Promise<HistoryView> {
  return good(await here.host.open(await here.ada.open(opening(here)))).history;
}

/** Opened, and one proposal of ada's. */
export async function proposed(here: World, terms: Record<string, never> | object = { price: "40.00" }) {
  const first = await opened(here);
  const document = await here.ada.propose(first, { terms: terms as never });
  return { document, history: good(await here.host.propose(document)).history };
}

/**
 * Accepted by smith in round 1.
 *
 * @param meanwhile - what happens before the answer comes, such as time that passes
 */
export async function accepted(here: World, meanwhile?: () => Promise<unknown>) {
  const { history, document } = await proposed(here);
  const request = await here.smith.accept(history);
  const answering = here.host.accept(request);
  await meanwhile?.();
  const answer = good(await answering);
  return { id: history.negotiation_id, proposal: document, request, answer };
}

/** Everything that is stored, as text: for "not a byte has changed". */
export async function stored(
  { service, port }: Pick<World, "service" | "port">,
  ...ids: string[]
): Promise<string> {
  const records = await Promise.all(ids.map((id) => service.loadNegotiation(id)));
  return JSON.stringify([records, await port.read(0, 1_000)]);
}

export async function viewOf(here: World, id: string, party: OapParty = here.ada): Promise<HistoryView> {
  return good(await here.host.history(id, { caller: party.did })).history;
}

/** Lets everything under way go on until this holds; fails rather than wait for ever. */
export async function until(holds: () => boolean): Promise<void> {
  for (let look = 0; look < 1_000_000; look += 1) {
    if (holds()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("Expected it to come about, it did not.");
}
