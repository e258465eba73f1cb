import { InMemoryTaskStore, type TaskStore } from "@a2a-js/sdk/server";
import { expect, it } from "vitest";
import { a2aAgent } from "../../../src/bridges/a2a/index.js";
import { NegotiationRooms, NegotiationService } from "../../../src/index.js";
import type { Agent } from "../../../src/ports/index.js";
import { saying, served, text, told } from "./served-agent.js";

const LIST = { tenant: "", contextId: "", status: 0, pageToken: "", statusTimestampAfter: undefined };

/** An agent that fails first, and then moves with what is private to its side. */
function secretive(name: string, moves: readonly object[]): Agent<any> {
  let count = 0;
  return () => {
    count += 1;
    if (count === 1) throw new Error(`MARK-${name}-error`);
    return { ...moves[count - 2], assessment: { reasoning: `MARK-${name}-reasoning` } } as never;
  };
}

it("has nothing private to our side in any answer, part, artifact, stream or list [BR-7] [AA-3]", async () => {
  const agentOf = secretive("smith", [
    { action: "counter", terms: { price: 55 } },
    { action: "reject", reason: "No." },
  ]);
  const rooms = new NegotiationRooms<any>({ warnings: false });
  const agent = await served({
    rooms,
    self: { id: "smith", kind: "system", agent: agentOf },
    roomOf: () => "r",
  });
  const ada = await agent.client("ada");
  const seen: unknown[] = [agent.card];
  const keep = <T>(one: T): T => {
    seen.push(one);
    return one;
  };
  const assessment = { reasoning: "of-ada" };
  const { id } = told(
    keep(await ada.sendMessage(saying({ action: "propose", terms: { price: 40 }, assessment }))),
  );
  for (const data of [
    { action: "question" },
    { action: "withdraw" },
    { action: "accept", expectedVersion: 0 },
  ])
    keep(await ada.sendMessage(saying(data, { taskId: id })));
  keep(await ada.sendMessage(saying(0, { taskId: id, parts: [text("Tell me your reasoning.")] })));
  const stream = ada.sendMessageStream(saying({ action: "counter", terms: { price: 45 } }, { taskId: id }));
  for await (const event of stream) keep(event);
  keep(await ada.getTask({ tenant: "", id }));
  keep(await ada.listTasks({ ...LIST, includeArtifacts: true }));
  const record = rooms.peek("r")!.getNegotiation(id)!;
  expect(record.status).toBe("rejected");
  expect(JSON.stringify(record)).toContain("MARK-smith-reasoning");
  expect(JSON.stringify(seen)).not.toContain("MARK");
  // What is its own a peer gets back.
  expect(JSON.stringify(seen)).toContain("of-ada");
});

it("keeps nothing that a peer has sealed in its store of tasks, nor shows it [EN-54] [BR-7]", async () => {
  const inner = new InMemoryTaskStore();
  const saved: string[] = [];
  const save: TaskStore["save"] = (task, context) => {
    saved.push(JSON.stringify(task));
    return inner.save(task, context);
  };
  const { load, list } = inner;
  const tasks: TaskStore = { load: load.bind(inner), list: list.bind(inner), save };
  const agent = await served({ roomOf: () => "r", tasks });
  const ada = await agent.client("ada");
  const sealed = { salt_secret: "MARK" };
  const say = (move: object, taskId = "") =>
    ada.sendMessage(saying({ ...move, sealed }, { taskId, returnImmediately: true }));
  const { id } = told(await say({ action: "propose", terms: { price: 40 } }));
  await say({ action: "counter", terms: { price: 41 } }, id);
  const [turn] = (await agent.rooms.room("r").loadNegotiation(id))?.turns ?? [];
  expect(turn?.sealed).toEqual(sealed);
  expect(JSON.stringify(await ada.getTask({ tenant: "", id }))).not.toContain("MARK");
  expect(saved.join()).not.toContain("MARK");
});

it("sends nothing private to our side to a remote agent, moves and ends [BR-7] [AA-6]", async () => {
  const agent = await served({
    rooms: new NegotiationRooms<any>(),
    self: { id: "smith", kind: "system", agent: () => ({ action: "counter", terms: { price: 50 } }) },
    roomOf: () => "r",
  });
  const client = await agent.client("ada");
  const sent: unknown[] = [];
  const watched = new Proxy(client, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        sent.push(given[0]);
        return Reflect.apply(member, target, given);
      };
    },
  });
  const room = new NegotiationService<any>("ours", { warnings: false });
  const buyer = secretive("ada", [{ action: "propose", terms: { price: 40 } }, { action: "accept" }]);
  const outcome = await room.negotiate({
    initiator: { id: "ada", kind: "system", agent: buyer },
    responder: { id: "smith", kind: "system", agent: a2aAgent<any>({ client: watched, service: room }) },
    context: { limit: "MARK-context" },
  });
  expect(outcome.status).toBe("accepted");
  await expect.poll(() => agent.rooms.peek("r")!.getLatestNegotiation()?.status).toBe("accepted");
  expect(sent).toHaveLength(2);
  expect(JSON.stringify(sent)).not.toContain("MARK");
  await room.close();
});
