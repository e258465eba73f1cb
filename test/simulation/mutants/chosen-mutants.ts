/**
 * @module
 * Two dozen mistakes chosen by reading `src/` alone, without a look at any test: whoever trusts the tests has to see
 * that worlds, or a named test, catch each of them. One text of one file each.
 */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT, type SourcePatch } from "../patched-source.js";
import { liveness, type Mutant, safety } from "./mutant.js";

/** A mistake that no world shows, and the test that sees it. */
export interface TestedMutant extends SourcePatch {
  readonly name: string;
  /** The file, and a part of the title. */
  readonly test: readonly [file: string, title: string];
}

/** Those that worlds see. */
export const chosenMutants: readonly Mutant[] = mutantsOf([
  {
    name: "timeRunsBackwards",
    expected: ["I2"],
    worlds: liveness("index"),
    file: "core/decide.ts",
    find: "const at = Math.max(now, negotiation.updatedAt);",
    replace: "const at = now;",
  },
  {
    name: "pauseForgetsValidity",
    expected: ["I5"],
    worlds: safety("unlimited"),
    file: "core/record/next-record.ts",
    find: "validityAt: named.validityAt === undefined ? validityAt : named.validityAt,",
    replace: "validityAt: named.validityAt ?? null,",
  },
  {
    name: "answerLeavesNoTurnDeadline",
    expected: ["I5"],
    worlds: liveness("room"),
    file: "core/machine/awaiting-updates.ts",
    find: 'awaiting: Object.freeze({ kind: "move", since: event.at }),\n    deadlines: armed(negotiation, { turnAt: turnEndAt(negotiation, event.at) }),',
    replace:
      'awaiting: Object.freeze({ kind: "move", since: event.at }),\n    deadlines: armed(negotiation, {}),',
  },
  {
    name: "consultBeyondTheRation",
    expected: ["I2"],
    worlds: liveness("unlimited"),
    file: "core/machine/guards.ts",
    find: "return used < consult.maxPerParty;",
    replace: "return used <= consult.maxPerParty;",
  },
  {
    name: "questionKeepsTheDeadline",
    expected: ["I5"],
    worlds: safety("index-2026-04"),
    file: "core/machine/move-updates.ts",
    find: 'return passed(negotiation, event, status, turnOf(negotiation, event, "question"), standing);',
    replace:
      'return { ...passed(negotiation, event, status, turnOf(negotiation, event, "question"), standing), deadlines: negotiation.deadlines };',
  },
  {
    name: "validityOfTheFirstProposal",
    expected: ["I5"],
    worlds: safety("room"),
    file: "core/machine/move-updates.ts",
    find: "validityAt: standing === null ? null : standing.validUntilAt,",
    replace:
      "validityAt: negotiation.deadlines.validityAt ?? (standing === null ? null : standing.validUntilAt),",
  },
  {
    name: "oldestFailuresKept",
    expected: ["I2"],
    worlds: liveness("index"),
    file: "core/machine/closing-updates.ts",
    find: ".slice(-KEPT_FAILURES)",
    replace: ".slice(0, KEPT_FAILURES)",
  },
  {
    name: "fallbackTurnTakenByAll",
    expected: ["I2"],
    worlds: liveness("index"),
    file: "core/moves/legality-checks.ts",
    find: 'return event.source === "fallback" ? undefined : "not_parked";',
    replace: "return undefined;",
  },
  {
    name: "outcomeWithoutTheLastRound",
    expected: ["I2"],
    worlds: liveness("room"),
    file: "core/machine/move-updates.ts",
    find: "      rounds: standing?.round ?? 0,\n",
    replace: "",
  },
  {
    name: "deadlockToldEachTurn",
    expected: ["I6"],
    worlds: safety("unlimited"),
    file: "core/commit-events.ts",
    find: "if (run === deadlockAfter) {",
    replace: "if (run >= deadlockAfter) {",
  },
]);

/** Those that only a test of their own sees. */
export const testedMutants: readonly TestedMutant[] = [
  {
    name: "failureOfAnEarlierWait",
    test: ["test/core/moves/failures.test.ts", "of a call from before a consult is old news"],
    file: "core/decide.ts",
    find: "if (!isThisTurn || since !== negotiation.awaiting?.since) return unchanged(negotiation);",
    replace: "if (!isThisTurn) return unchanged(negotiation);",
  },
  {
    name: "lighterDeadlineFirst",
    test: ["test/presets/oap.boundaries.test.ts", "it ends by its own validity"],
    file: "core/deadlines/deadlines.ts",
    find: "if (candidate !== null && candidate < at) {",
    replace: "if (candidate !== null && candidate <= at) {",
  },
  {
    name: "windowOpenAtItsEnd",
    test: ["test/service/parking/parked-turns.test.ts", "PT-5a: after the first window the fallback begins"],
    file: "core/machine/guards.ts",
    find: "return at !== null && event.at < at;",
    replace: "return at !== null && event.at <= at;",
  },
  {
    name: "otherMessageSameCommand",
    test: ["test/core/moves/command-identity.test.ts", "is a conflict, also after the end"],
    file: "core/moves/command-identity.ts",
    find: "    turn.message === move.message &&\n",
    replace: "",
  },
  {
    name: "repetitionWithWhiteSpace",
    test: ["test/presets/index.scenarios.test.ts", "a message that was said before is refused"],
    file: "core/moves/repetition.ts",
    find: 'message.normalize("NFC").trim().replace(/\\s+/gu, " ")',
    replace: 'message.normalize("NFC").trim()',
  },
  {
    name: "validUntilNow",
    test: ["test/presets/oap.scenarios-of-races.test.ts", "OAP-11: a counter whose own valid_until is now"],
    file: "core/moves/legality-checks.ts",
    find: "move.validUntilAt <= event.at",
    replace: "move.validUntilAt < event.at",
  },
  {
    name: "otherSideSeesConsults",
    test: ["test/service/privacy.test.ts", "keys are removed, not emptied"],
    file: "core/record/view.ts",
    find: "consults: own(negotiation.consults, partyId),",
    replace: "consults: negotiation.consults,",
  },
  {
    name: "policyMasksBoth",
    test: ["test/service/commands/policies.test.ts", "of one party masks that party's moves only"],
    file: "service/commands/review/policies.ts",
    find: "if (policy.partyId !== undefined && policy.partyId !== partyId) return false;",
    replace: "if (policy.partyId !== undefined && policy.partyId === partyId) return false;",
  },
  {
    name: "lateAdmissionAdmits",
    test: ["test/service/commands/admission.test.ts", "the signal aborts after 10,000 ms"],
    file: "service/commands/review/admission.ts",
    find: "() => end({ details: { timeoutMs: ADMISSION_TIMEOUT_MS } }),",
    replace: "() => end(undefined),",
  },
  {
    name: "olderRecordKept",
    test: [
      "test/service/timing/resumption.test.ts",
      "a page that was read before the end does not make it active again",
    ],
    file: "service/commands/records/record-cache.ts",
    find: "if (known !== undefined && known.version >= record.version) return;",
    replace: "",
  },
  {
    name: "repetitionForgottenOnRetry",
    test: [
      "test/service/copy-loop.test.ts",
      "a repeated message is not recorded; the agent is asked once more",
    ],
    file: "service/agents/turn-runner.ts",
    find: 'if (running !== undefined && failures.at(-1)?.kind === "repetition") call.repeated = running.repeated;',
    replace: "",
  },
  {
    name: "resumptionEndsAtOnePage",
    test: ["test/service/timing/resumption.test.ts", "ST-87: more than a page of overdue ones"],
    file: "service/timing/resumption.ts",
    find: "    } while (found === DUE_PAGE);",
    replace: "    } while (found > DUE_PAGE);",
  },
  {
    name: "claimOfWhatMovedOn",
    test: ["test/service/parking.scenarios.test.ts", "B-25: a claim and the end of the window at once"],
    file: "service/parking/parked-turns.ts",
    find: "yield* settled(commands.ifVersion(listed, claim));",
    replace: "yield* settled(commands.command(row.id, claim));",
  },
  {
    name: "commandsBetweenEvents",
    test: ["test/service/regressions.test.ts", "B-03: a negotiation can be created inside the listener"],
    file: "service/events/event-publisher.ts",
    find: "    this.#queue.hold();\n    try {\n      for (const { type, payload } of events) this.#tell(type, payload);\n    } finally {\n      this.#queue.release();\n    }",
    replace: "    for (const { type, payload } of events) this.#tell(type, payload);",
  },
];

/** Whether its test fails with the mutant planted. */
export function isSeenByItsTest({ name, test: [file, title] }: TestedMutant): boolean {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const literal = title.replace(/[^\w ]/g, ".");
  const args = [vitest, "run", "--config", "test/vitest.config.ts", file, "-t", literal];
  const env = { ...process.env, CONCORDAT_MUTANT: name };
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8" });
  // A run that fails before its tests begin has seen nothing.
  return status !== 0 && /AssertionError|Tests .*failed/.test(stdout);
}

function mutantsOf(
  chosen: readonly (SourcePatch & Pick<Mutant, "name" | "expected" | "worlds">)[],
): Mutant[] {
  return chosen.map(({ name, expected, worlds, ...patch }) => ({
    ...{ name, expected, worlds, patches: [patch] },
    seenIn: "chosen by reading the sources",
  }));
}
