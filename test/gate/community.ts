/**
 * @module
 * A generated community: people with skills and needs, a search that has scored them from outside, and an advocate
 * who speaks for whichever side it is asked for. All of it follows from a seed.
 */

import type { Candidate, GateUser } from "../../src/gate/index.js";
import type { Agent } from "../../src/index.js";
import { randomDraw } from "../../src/preferences/random/index.js";

/** A person, as both advocates know it. */
export interface Profile {
  readonly name: string;
  readonly skills: readonly string[];
  readonly needs: readonly string[];
}

const SKILLS = ["sales", "rust", "design", "law", "finance", "hiring", "hardware", "biology"];

/** Who searches. */
export const SEEKER: GateUser = {
  userId: "seeker",
  user: { name: "seeker", skills: ["rust", "finance"], needs: ["sales", "design"] } satisfies Profile,
};

/** So many people whom a search has found; with `personal`, each fourth is a person with an agent of its own. */
export function community(
  count: number,
  seed: number,
  options: { readonly personal?: boolean } = {},
): Candidate[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `user-${index}`;
    const pick = (draw: number): string => SKILLS[Math.floor(randomDraw(seed, name, 1, draw) * 8)] as string;
    return {
      userId: name,
      kind: options.personal === true && index % 4 === 3 ? "personal" : "system",
      user: { name, skills: [pick(0), pick(1)], needs: [pick(2), pick(3)] } satisfies Profile,
      opportunityId: `opp-${index}`,
      seedAssessment: {
        score: 50 + Math.floor(50 * randomDraw(seed, name, 1, 4)),
        reasoning: "Both build companies.",
        valencyRole: ["Agent", "Patient", "Peer"][index % 3] as string,
      },
    };
  });
}

/** Argues about what one side needs and the other can do: insists while nothing fits, and decides in the end. */
export const advocate: Agent = ({ context, standing, turnNumber, isFinalTurn }) => {
  const { ownUser, otherUser } = context as unknown as {
    readonly ownUser: Profile;
    readonly otherUser: Profile;
  };
  const fits = otherUser.skills.filter((skill) => ownUser.needs.includes(skill));
  const gives = ownUser.skills.filter((skill) => otherUser.needs.includes(skill));
  const reasoning = `${fits.length} of ${ownUser.name}'s needs are met, ${gives.length} in return.`;
  const ownRole = fits.length > gives.length ? "patient" : gives.length > fits.length ? "agent" : "peer";
  const otherRole = ({ agent: "patient", patient: "agent", peer: "peer" } as const)[ownRole];
  const assessment = { reasoning, suggestedRoles: { ownUser: ownRole, otherUser: otherRole } };
  if (standing === null) return { action: "propose", assessment };
  if (fits.length > 0) return { action: "accept", assessment };
  if (isFinalTurn || gives.length === 0) return { action: "reject", assessment };
  return {
    action: "counter",
    message: `What is in it for ${ownUser.name}, after ${turnNumber} turns?`,
    assessment,
  };
};
