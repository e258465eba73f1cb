/**
 * @module
 * Whose turn it is to be asked: agents of this process, their answers, attempts and stand-ins, and people.
 */

export { agentCallOf, RunningCall } from "./agent-call.js";
export { type HumanAgent, type HumanAgentOptions, humanAgent } from "./human-agent.js";
export { RoomAgents, seatOnFloor } from "./room-agents.js";
export { TurnRunner } from "./turn-runner.js";
