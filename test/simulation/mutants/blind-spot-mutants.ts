/**
 * @module
 * Mistakes that foreign testers made and the worlds once missed (docs/requirements/simulation.md, SM-85 to
 * SM-89).
 */

import { liveness, type Mutant, safety } from "./mutant.js";

export const blindSpotMutants: readonly Mutant[] = [
  {
    name: "answerToAnOlderVersion",
    seenIn: "an agent's answer is decided on whatever stands by now (SM-89)",
    expected: ["I13"],
    worlds: safety("room", "unlimited"),
    patches: [
      {
        file: "service/agents/turn-runner.ts",
        find: 'expectedVersion: negotiation.version,\n      commandId: ids("command"),\n    };',
        replace: 'commandId: ids("command"),\n    };',
      },
    ],
  },
  {
    name: "questionOnAnOlderVersion",
    seenIn: "an agent's question to its principal pauses whatever turn there is by now (SM-89)",
    expected: ["I13"],
    worlds: safety("room", "unlimited"),
    patches: [
      {
        file: "service/agents/turn-runner.ts",
        find: "return () => commands.ifVersion(negotiation, command);",
        replace: "return () => commands.command(negotiation.id, command);",
      },
    ],
  },
  {
    name: "commandsOfTwoTurns",
    seenIn: "a command is known for the last two turns only (SM-87)",
    expected: ["I4"],
    worlds: liveness("index"),
    patches: [
      {
        file: "core/moves/command-identity.ts",
        find: "for (let index = turns.length - 1; index >= 0; index -= 1) {",
        replace: "for (let index = turns.length - 1; index >= 0 && index >= turns.length - 2; index -= 1) {",
      },
    ],
  },
  {
    name: "commandsLostOnReload",
    seenIn: "a command is known to the process that took it only (SM-87)",
    expected: ["I4"],
    worlds: safety("room", "unlimited"),
    patches: [
      {
        file: "service/commands/records/stored-rows.ts",
        find: "const told = unsealedTurn(stored);",
        replace: 'const told = { ...unsealedTurn(stored), commandId: "lost" };',
      },
    ],
  },
  {
    name: "newIdBehindADeadline",
    seenIn: "a command that let a deadline go first goes on under another id (SM-87)",
    expected: ["I4"],
    worlds: safety("unlimited", "oap"),
    patches: [
      {
        file: "service/commands/command-handler.ts",
        find: "const command = commandOn(record);",
        replace: `const given = commandOn(record);
      const isLate = wasLate && !("ok" in given) && given.type === "move";
      const command = isLate ? { ...given, commandId: ids("command") } : given;`,
      },
      {
        file: "service/commands/command-handler.ts",
        find: "let isNewest = isFresh;",
        replace: "let isNewest = isFresh;\n    let wasLate = false;",
      },
      {
        file: "service/commands/command-handler.ts",
        find: 'if (command.type !== "wake") continue;',
        replace: 'wasLate = true;\n          if (command.type !== "wake") continue;',
      },
    ],
  },
  {
    name: "storedWithoutItsInstant",
    seenIn: "a commit is taken for one's own by its command alone, whoever has decided it when (SM-87)",
    expected: ["I3", "I6"],
    worlds: safety("room", "unlimited"),
    patches: [
      {
        file: "service/commands/records/record-cache.ts",
        find: "return entry?.commandId === commandId && entry.at === updatedAt;",
        replace: "return entry?.commandId === commandId;",
      },
    ],
  },
  {
    name: "judgedOnce",
    seenIn: "a move is judged once and committed later, on whatever stands by then (SM-85)",
    expected: ["I14"],
    worlds: safety("index"),
    patches: [
      {
        file: "service/commands/command-handler.ts",
        find: "if (isJudged) return pending.verdict;",
        replace: "if (pending.judgedVersion !== undefined) return pending.verdict;",
      },
    ],
  },
  {
    name: "policiesNotAskedAgain",
    seenIn: "policies judge the record that a move first met, and no later one (SM-85)",
    expected: ["I14"],
    worlds: safety("index"),
    patches: [
      {
        file: "service/commands/command-handler.ts",
        find: `if (decision.applied !== "command") return undefined;
        const masked = review.masked(record, partyId, move);`,
        replace: `if (decision.applied !== "command") return undefined;
        const masked = "asked" in pending ? undefined : review.masked(record, partyId, move);
        Object.assign(pending, { asked: true });`,
      },
    ],
  },
  {
    name: "otherSideSeesAssessments",
    seenIn: "what a side thinks of an offer is shown to the other (SM-88)",
    expected: ["I15"],
    worlds: safety("room"),
    patches: [
      {
        file: "core/record/view.ts",
        find: 'const shared = assessments === "private" ? undefined : sharedAssessment(turn.assessment, assessments);',
        replace: "const shared = turn.assessment;",
      },
    ],
  },
  {
    name: "rolesWithAllBelow",
    seenIn: "what stands inside the roles that are shared is shared with them (SM-88)",
    expected: ["I15"],
    worlds: safety("index"),
    patches: [
      {
        file: "core/record/view.ts",
        find: "const { ownUser, otherUser } = given;",
        replace: "const { ownUser, otherUser } = given;\n  if (otherUser !== undefined) return given;",
      },
    ],
  },
  {
    name: "otherSideSeesFailures",
    seenIn: "how an agent has failed is shown to the other side (SM-88)",
    expected: ["I15"],
    worlds: safety("room"),
    patches: [
      {
        file: "core/record/view.ts",
        find: "failures: own(negotiation.failures, partyId),",
        replace: "failures: negotiation.failures,",
      },
    ],
  },
  {
    name: "consultsOfBoth",
    seenIn: "what an agent asks its principal is shown to the other side (SM-88)",
    expected: ["I15"],
    worlds: safety("unlimited"),
    patches: [
      {
        file: "core/record/view.ts",
        find: "consults: own(negotiation.consults, partyId),",
        replace: "consults: negotiation.consults,",
      },
    ],
  },
  {
    name: "contextForBothSeats",
    seenIn: "both sides are told what the discoverer has searched for (SM-88)",
    expected: ["I15"],
    worlds: safety("index"),
    patches: [
      {
        file: "presets/index-network/context.ts",
        find: 'isDiscoverer ? memberOf(context, "discoveryQuery") : undefined',
        replace: 'memberOf(context, "discoveryQuery")',
      },
    ],
  },
  {
    name: "sealedIsTold",
    seenIn: "what is sealed stays in the records that are told (SM-88)",
    expected: ["I15"],
    worlds: safety("room"),
    patches: [
      {
        file: "core/record/stored-record.ts",
        find: "if (turn.sealed === undefined) return turn;",
        replace: "if (turn.number > 0) return turn;",
      },
    ],
  },
  {
    name: "waitingWithItsContext",
    seenIn: "a list of turns that wait tells what both sides were told to keep (SM-88)",
    expected: ["I15"],
    worlds: safety("index"),
    patches: [
      {
        file: "service/parking/parked-turns.ts",
        find: "for (const { id, parked, turnCount, deadline } of rows) {",
        replace: "for (const { id, parked, turnCount, deadline, state } of rows) {",
      },
      {
        file: "service/parking/parked-turns.ts",
        find: "Object.freeze({ ...waiting, claimed: claimedBy !== null })",
        replace: "Object.freeze({ ...waiting, claimed: claimedBy !== null, state } as WaitingTurn)",
      },
    ],
  },
  {
    name: "turnsAsStored",
    seenIn: "the turns that a party reads are those of the host (SM-88)",
    expected: ["I15"],
    worlds: safety("room"),
    patches: [
      {
        file: "service/queries/listing.ts",
        find: "if (viewer === undefined) return tail;",
        replace: "if (viewer !== null) return tail;",
      },
    ],
  },
  {
    name: "watchedAsStored",
    seenIn: "who watches is shown the record itself (SM-88)",
    expected: ["I15"],
    worlds: safety("room"),
    patches: [
      {
        file: "service/room/run-negotiation.ts",
        find: "const seenBy = view(record, viewer, room.rules.projectionOf(record)) as NegotiationView<Terms>;",
        replace: "const seenBy = record as unknown as NegotiationView<Terms>;",
      },
    ],
  },
  {
    name: "listedAsStored",
    seenIn: "a party's listing holds the records themselves (SM-88)",
    expected: ["I15"],
    worlds: safety("room"),
    patches: [
      {
        file: "service/queries/listing.ts",
        find: "const seen = record && view(record, partyId, rules.projectionOf(record));",
        replace: "const seen = record as unknown as NegotiationView<Terms> | undefined;",
      },
    ],
  },
  {
    name: "mixedCountedAsSystem",
    seenIn: "a system and a person have the cap of two systems (SM-86)",
    expected: ["I2"],
    worlds: safety("index"),
    patches: [
      {
        file: "core/rules/resolve-rules.ts",
        find: "const pairing = pairingOf(initiator, responder);",
        replace:
          'const paired = pairingOf(initiator, responder);\n  const pairing = paired === "mixed" ? "system" : paired;',
      },
    ],
  },
  {
    name: "finalTurnOfEverybody",
    seenIn: "a program may go on in its final turn, as a person may (SM-86)",
    expected: ["I2"],
    worlds: safety("index"),
    patches: [
      {
        file: "core/rules/resolve-rules.ts",
        find: "totalMs: complete.totalMs[pairing],",
        replace:
          'totalMs: complete.totalMs[pairing],\n    finalTurn: { system: "record", personal: "record" },',
      },
    ],
  },
];
