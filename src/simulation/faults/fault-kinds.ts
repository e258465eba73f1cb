/**
 * @module
 * The faults that a world knows, as data: who commits each, and how often at most (SM-10). The rate of a
 * seed is drawn in `world-plan.ts`; whether one occurs is asked of `faults.ts`.
 */

/** Every fault, with its actor and its greatest rate. */
export const faultKinds = {
  failBefore: { actor: "store", most: 0.04 },
  failAfter: { actor: "store", most: 0.04 },
  crashBefore: { actor: "store", most: 0.015 },
  crashAfter: { actor: "store", most: 0.015 },
  tornResponse: { actor: "store", most: 0.03 },
  staleClaimDue: { actor: "store", most: 0.05 },
  clockSkew: { actor: "node", most: 0.3 },
  clockJump: { actor: "node", most: 0.3 },
  timerDrop: { actor: "timer", most: 0.2 },
  timerDuplicate: { actor: "timer", most: 0.2 },
  timerReorder: { actor: "timer", most: 0.2 },
  timerEarly: { actor: "timer", most: 0.2 },
  timerLate: { actor: "timer", most: 0.2 },
  timerOldVersion: { actor: "timer", most: 0.2 },
  agentSilent: { actor: "agent", most: 0.1 },
  agentLate: { actor: "agent", most: 0.1 },
  agentThrows: { actor: "agent", most: 0.1 },
  agentTwice: { actor: "agent", most: 0.1 },
  agentOldVersion: { actor: "agent", most: 0.1 },
  agentInvalid: { actor: "agent", most: 0.1 },
  agentIllegal: { actor: "agent", most: 0.1 },
  agentIgnoresAbort: { actor: "agent", most: 0.1 },
  pullAbandons: { actor: "pull", most: 0.2 },
  pullLate: { actor: "pull", most: 0.2 },
  pullForeignClaim: { actor: "pull", most: 0.2 },
  pullTwoAgents: { actor: "pull", most: 0.2 },
  pullHeartbeatStops: { actor: "pull", most: 0.2 },
  clientRetries: { actor: "client", most: 0.1 },
  clientOutOfTurn: { actor: "client", most: 0.1 },
  clientStranger: { actor: "client", most: 0.1 },
  clientOldReplyTo: { actor: "client", most: 0.1 },
  operatorCancel: { actor: "operator", most: 0.1 },
  operatorClose: { actor: "operator", most: 0.1 },
  operatorRestart: { actor: "operator", most: 0.1 },
  operatorTakeover: { actor: "operator", most: 0.1 },
  consumerCrash: { actor: "consumer", most: 0.1 },
  consumerSlow: { actor: "consumer", most: 0.1 },
  listenerThrows: { actor: "listener", most: 0.1 },
  listenerCommands: { actor: "listener", most: 0.1 },
  listenerDetaches: { actor: "listener", most: 0.1 },
} as const;

/** The name of a fault. */
export type FaultKind = keyof typeof faultKinds;

/** All names, in the order of the table. */
export const FAULT_KINDS: readonly FaultKind[] = Object.keys(faultKinds) as FaultKind[];

/** A number for each fault: its rate, or how often it occurred. */
export type ByFault = Readonly<Record<FaultKind, number>>;
