/**
 * Members of a community look for each other: each search scores all others, and for those it finds the advocates of
 * both sides negotiate. Only whom both are for would be shown.
 *
 *   npx tsx examples/match-making.ts            10 searches of 20 candidates
 *   npx tsx examples/match-making.ts --large    100 searches of 100
 */
import { parseArgs } from "node:util";
import { type Agent, type Negotiation, NegotiationService } from "concordat";
import { type Candidate, negotiateCandidates, summariseHistory } from "concordat/gate";
import { negotiationDigest } from "concordat/presets";

interface Member {
  readonly name: string;
  readonly offers: readonly string[];
  readonly needs: readonly string[];
}

const { values } = parseArgs({ options: { large: { type: "boolean", default: false } } });
const [searches, found] = values.large ? [100, 100] : [10, 20];
const SKILLS = ["sales", "rust", "design", "law", "finance", "hiring", "hardware", "biology"];

/** A generator of numbers from 0 to 1 that always draws the same ones, so that the community is the same each time. */
let state = 7;
const draw = (): number => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
};
const someSkills = (): string[] => [...SKILLS].sort(() => draw() - 0.5).slice(0, 2);
const community = Array.from(
  { length: 2 * found },
  (_, index): Member => ({ name: `member-${index + 1}`, offers: someSkills(), needs: someSkills() }),
);
const common = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((skill) => others.includes(skill));

/** What a search knows from outside: that somebody offers what is needed, but not whether it is wanted. */
function candidatesOf(searcher: Member): Candidate[] {
  return community
    .filter(({ name }) => name !== searcher.name)
    .map((member) => ({ member, fits: common(member.offers, searcher.needs) }))
    .sort((one, other) => other.fits.length - one.fits.length)
    .slice(0, found)
    .map(({ member, fits }) => ({
      userId: member.name,
      user: member,
      opportunityId: `${searcher.name}:${member.name}`,
      seedAssessment: {
        score: 40 + 30 * fits.length,
        reasoning: `${member.name} offers ${fits.join(" and ") || "nothing that is needed"}.`,
        valencyRole: "Peer",
      },
    }));
}

/** Speaks for either side: it wants something for its own, asks what that would be, and makes no promises. */
const advocate: Agent = ({ context, standing, turns }) => {
  const { ownUser, otherUser } = context as unknown as {
    readonly ownUser: Member;
    readonly otherUser: Member;
  };
  const gets = common(otherUser.offers, ownUser.needs);
  const gives = common(ownUser.offers, otherUser.needs);
  const assessment = {
    reasoning: `${ownUser.name} gets ${gets.join(" and ") || "nothing"} and gives ${gives.join(" and ") || "nothing"}.`,
    suggestedRoles: { ownUser: "peer", otherUser: "peer" },
  };
  if (standing === null) return { action: "propose", assessment };
  const wasAsked = turns.at(-1)?.action === "counter";
  if (wasAsked && gives.length === 0) return { action: "reject", assessment };
  if (gets.length > 0) return { action: "accept", assessment };
  return { action: "counter", message: `What is in it for ${ownUser.name}?`, assessment };
};

const network = new NegotiationService("founders", { rules: { preset: "index" }, fallback: advocate });
const total = searches * found;
const counts = new Map<string, number>();
let settled = 0;

/** A bar that grows in its place in a terminal, and a line for each quarter in a pipe. */
function progress(status: string): void {
  counts.set(status, (counts.get(status) ?? 0) + 1);
  settled += 1;
  const filled = Math.floor((30 * settled) / total);
  const bar = `[${"#".repeat(filled)}${".".repeat(30 - filled)}] ${settled} of ${total}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${bar}${settled === total ? "\n" : ""}`);
  else if (settled % (total / 4) === 0) console.log(bar);
}

const negotiations: Negotiation[] = [];
const [first, ...others] = community.slice(0, searches) as [Member, ...Member[]];
for (const searcher of [first, ...others]) {
  const { results } = await negotiateCandidates({
    service: network,
    id: `search-of-${searcher.name}`,
    source: { userId: searcher.name, user: searcher },
    candidates: candidatesOf(searcher),
    indexContext: { networkId: "founders", prompt: "Who should meet?" },
    discoveryQuery: `somebody for ${searcher.needs.join(" or ")}`,
    trigger: "orchestrator",
    agents: advocate,
    concurrency: 50,
    onCandidateResolved: ({ status }) => progress(status),
  });
  if (searcher !== first) continue;
  for (const { negotiationId } of results) {
    const negotiation = negotiationId === null ? undefined : await network.loadNegotiation(negotiationId);
    if (negotiation !== undefined) negotiations.push(negotiation);
  }
}

console.log([...counts].map(([status, count]) => `${count} ${status}`).join(", "));
const digest = negotiationDigest(negotiations, first.name);
console.log(`\n${first.name} offers ${first.offers.join(" and ")}, needs ${first.needs.join(" and ")}:`);
console.log(`  ${await summariseHistory(digest, () => Promise.reject(new Error("no model here")))}`);
for (const [turns, count] of Object.entries(digest.turnCounts.system))
  console.log(`  ${count} took ${turns} turns`);
for (const objection of digest.objections.slice(0, 3)) console.log(`  objection: ${objection}`);
await network.close();
