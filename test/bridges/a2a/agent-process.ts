/**
 * @module
 * An agent in a process of its own, named by its argument: it serves its side, opens a negotiation with the agent whose
 * URL it is told, and says what its last one on either side came to.
 */

import { createInterface } from "node:readline";
import { a2aAgent } from "../../../src/bridges/a2a/index.js";
import { bargainer, clientOf, serveAgent } from "./serve-agent.js";

const [name = ""] = process.argv.slice(2);
const agent = await serveAgent({
  self: { id: name, kind: "system", agent: bargainer(60, -5) },
  roomOf: () => "asked",
});
console.log(agent.base);
for await (const line of createInterface({ input: process.stdin })) {
  const [peer = "", url = ""] = line.split(" ");
  if (url !== "") {
    const service = agent.rooms.room("asking");
    await service.negotiate({
      initiator: { id: name, kind: "system", agent: bargainer(40, 5) },
      responder: {
        id: peer,
        kind: "system",
        agent: a2aAgent<any>({ client: await clientOf(url, name), service }),
      },
    });
  }
  const { turns = [], status } =
    agent.rooms.peek(peer === "asked" ? peer : "asking")?.getLatestNegotiation() ?? {};
  const made = turns.map(({ seat, action, terms, message }) => ({ seat, action, terms, message }));
  console.log(JSON.stringify({ pid: process.pid, status, turns: made }));
}
await agent.close();
