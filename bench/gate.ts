/**
 * @module
 * What the gate costs over the bare negotiations of the same candidates, and what memory it takes beyond the results
 * that it returns: that is to be bounded by the concurrency.
 */

import { type Candidate, type GateOptions, negotiateCandidates } from "../src/gate/index.js";
import { type Agent, NegotiationService } from "../src/index.js";
import { advocate, community, SEEKER } from "../test/gate/community.js";
import { type Contestant, costOf, inPairs, ratioOf, timed } from "./measure.js";
import { hand } from "./report.js";

const CANDIDATES = 10_000;

const CONCURRENCY = 100;

const INDEX_CONTEXT = { networkId: "founders", prompt: "Who should meet?" };

const found = community(CANDIDATES, 3);

const costs = await inPairs([contestant("bare", bare), contestant("gate", gate)], {
  count: CANDIDATES,
  rounds: 7,
});
const beyondKB: Record<string, number> = {};
for (const count of [1_000, 10_000, 100_000])
  beyondKB[`beyondResultsKB${count}`] = await beyondResults(count);
hand({
  ratios: { gateToBare: ratioOf(costs, "gate", "bare") },
  figures: {
    gateUs: costOf(costs, "gate") / 1_000,
    bareUs: costOf(costs, "bare") / 1_000,
    ...beyondKB,
  },
  goals: {
    gateToBare: "at most 1.3",
    beyondResultsKB100000: "as at 1,000: bounded by the concurrency",
  },
});

function contestant(name: string, run: (service: NegotiationService) => Promise<number>): Contestant {
  const cost = timed(
    async (_: number, service: NegotiationService) => {
      const agreed = await run(service);
      await service.close();
      if (agreed < 1_000) throw new Error(`Expected ${name} to let a thousand through, got ${agreed}.`);
    },
    () => {
      globalThis.gc?.();
      return network();
    },
  );
  return { name, cost };
}

function network(): NegotiationService {
  return new NegotiationService("network", {
    rules: { preset: "index" },
    fallback: advocate,
    keepSettled: 1_000,
  });
}

/** As many at once as the gate has, and nothing but `negotiate`. */
async function bare(service: NegotiationService): Promise<number> {
  let agreed = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let one = found[next++]; one !== undefined; one = found[next++]) {
      const { userId, user, seedAssessment, opportunityId } = one;
      const outcome = await service.negotiate({
        initiator: { id: SEEKER.userId, kind: "system", agent: advocate },
        responder: { id: userId, kind: "system", agent: advocate },
        context: {
          source: SEEKER.user,
          candidate: user,
          indexContext: INDEX_CONTEXT,
          seedAssessment,
          opportunityId,
          trigger: "ambient",
        },
      });
      if (outcome.status === "accepted") agreed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return agreed;
}

async function gate(service: NegotiationService): Promise<number> {
  return (await negotiateCandidates(gateOptions(service, found))).accepted.length;
}

function gateOptions(service: NegotiationService, candidates: GateOptions["candidates"]): GateOptions {
  return {
    service,
    source: SEEKER,
    candidates,
    indexContext: INDEX_CONTEXT,
    agents: advocate,
    concurrency: CONCURRENCY,
  };
}

/**
 * What is held when half of the last hundred are still at work, beyond the share of the results in what is held at
 * the end. Candidates come from a stream, and advocates take a turn of the event loop, so that a hundred are at work.
 */
async function beyondResults(count: number): Promise<number> {
  const service = network();
  const slow: Agent = async (call) => {
    await new Promise((resolve) => setImmediate(resolve));
    return advocate(call);
  };
  async function* stream(): AsyncGenerator<Candidate> {
    for (let begun = 0; begun < count; begun += 1_000) yield* community(1_000, begun).map(renamed(begun));
  }
  const at = count - CONCURRENCY / 2;
  let hookCount = 0;
  let heldThen = 0;
  const begun = held();
  const kept = await negotiateCandidates({
    ...gateOptions(service, stream()),
    agents: slow,
    trigger: "orchestrator",
    onCandidateResolved: () => {
      hookCount += 1;
      if (hookCount === at) heldThen = held();
    },
  });
  const grown = held() - begun;
  if (kept.results.length !== count || kept.error !== null) throw new Error(`Expected ${count} results.`);
  const beyond = (heldThen - begun - (grown * at) / count) / 1_000;
  console.log(
    `${count} candidates: the results weigh ${Math.round(grown / 1_000)} kB, and beyond them the gate held ${Math.round(beyond)} kB`,
  );
  await service.close();
  return beyond;
}

function renamed(begun: number): (candidate: Candidate, index: number) => Candidate {
  return (candidate, index) => ({ ...candidate, userId: `user-${begun + index}` });
}

function held(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
