/**
 * @module
 * The policy stacks of parties as one list for the service (EN-45), and a note for its own side of each move that a
 * policy took away.
 */

import { demandList, readOptions, unmet } from "../../core/checks/index.js";
import type { Action, NegotiationView } from "../../core/record/index.js";
import type { Clock } from "../../ports/index.js";
import type { Policy, PolicyLayer } from "../../service/commands/index.js";

/** Which rule took which move away, and when. */
export interface DecisionRecord {
  readonly layer: PolicyLayer;
  readonly rule: string;
  readonly action: Action;
  /** Epoch ms. */
  readonly at: number;
}

/** The policies of one party, outermost layer first. */
export interface PolicyStack<Terms = unknown> {
  readonly partyId: string;
  readonly policies: readonly Omit<Policy<Terms>, "partyId">[];
  /** Told once of each action that a rule takes away at a version of a negotiation; the view is the party's own. */
  readonly observe?: ((record: DecisionRecord, view: NegotiationView<Terms>) => void) | undefined;
}

/**
 * The stacks of several parties as the one list that the service's option `policies` wants: in layers, and within a
 * layer in the order given.
 *
 * @throws {TypeError} when a stack is not in the order universal, organization, persona, personal, and for an unknown option
 * @see docs/requirements/oap.md, OAP-34 to OAP-36; OAP RFC 0002, A.8
 * @example
 * const patience: Policy = { layer: "personal", rule: "patience", permits: (move) => move.action !== "accept" };
 * const observe = (record: DecisionRecord) => console.log(record.rule);
 * const stack = { partyId: "did:web:a.example", policies: [patience], observe };
 * const service = new NegotiationService("room-1", { policies: policyStacks([stack], { clock: systemClock }) });
 */
export function policyStacks<Terms = unknown>(
  stacks: readonly PolicyStack<Terms>[],
  options: { readonly clock: Pick<Clock, "now"> },
): readonly Policy<Terms>[] {
  const { clock } = readOptions("the options of policyStacks", options, ["clock"]);
  demandList("stacks", stacks);
  return inLayers(
    stacks.flatMap((given) => {
      const stack = readOptions("a stack", given, ["partyId", "policies", "observe"]);
      const ordered = inLayers(stack.policies);
      if (stack.policies.some((policy, index) => policy !== ordered[index])) {
        throw new TypeError(
          unmet(
            "policies",
            `in the order ${LAYERS.join(", ")}`,
            stack.policies.map(({ layer }) => layer),
          ),
        );
      }
      const told = new Set<string>();
      return ordered.map((policy) => noted(policy, stack, told, clock));
    }),
  );
}

function inLayers<P extends { readonly layer: PolicyLayer }>(policies: readonly P[]): readonly P[] {
  return Object.freeze(LAYERS.flatMap((layer) => policies.filter((policy) => policy.layer === layer)));
}

const LAYERS: readonly PolicyLayer[] = ["universal", "organization", "persona", "personal"];

function noted<Terms>(
  policy: Omit<Policy<Terms>, "partyId">,
  { partyId, observe }: PolicyStack<Terms>,
  told: Set<string>,
  clock: Pick<Clock, "now">,
): Policy<Terms> {
  const { layer, rule } = policy;
  return Object.freeze<Policy<Terms>>({
    layer,
    rule,
    partyId,
    permits: (move, view) => {
      let answer: ReturnType<typeof policy.permits> | undefined;
      try {
        answer = policy.permits(move, view);
        return answer;
      } finally {
        const { action } = move;
        // A move is judged when the agent chooses, when it is handed in, and for the list in its refusal.
        const key = JSON.stringify([view.id, view.version, layer, rule, action]);
        if (answer !== true && !told.has(key)) {
          // Chosen: a long life costs no more memory, and at worst a record comes twice.
          if (told.size === 1_000) told.clear();
          told.add(key);
          observe?.(Object.freeze({ layer, rule, action, at: clock.now() }), view);
        }
      }
    },
  });
}
