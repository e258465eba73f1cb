import { Task } from "@a2a-js/sdk";
import { describe, expect, it } from "vitest";
import type { Agent } from "../../../src/ports/index.js";
import { fetchAs, saying, served, told, URI } from "./served-agent.js";

/** Counters with 55 until it is offered as much. */
const seller: Agent<any> = ({ standing }) =>
  (standing?.terms.price ?? 0) < 55
    ? { action: "counter", terms: { price: 55, note: ["é ⟦", null, { deep: [0.1, false] }] } }
    : { action: "accept" };
const smith = { id: "smith", kind: "system", agent: seller } as const;
const opening = { action: "propose", terms: { price: 40 } };

/** What an agent answers to JSON-RPC as it stands, by a caller that uses no client of the SDK. */
async function raw(base: string, method: string, params: object, version: string | null = "1.0") {
  const headers = { "content-type": "application/json", ...(version !== null && { "a2a-version": version }) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetchAs("ada")(`${base}/a2a/jsonrpc`, { method: "POST", headers, body });
  return { status: response.status, ...(await response.json()) };
}

const message = (data: unknown, given: object = {}) => ({
  message: {
    messageId: crypto.randomUUID(),
    role: "ROLE_USER",
    parts: [{ data, mediaType: "application/json" }],
    ...given,
  },
});

describe("what is sent over A2A", () => {
  it("is of A2A's own fields and values alone, from the opening to the end [AA-2]", async () => {
    const { base } = await served({ self: smith });
    const first = (await raw(base, "SendMessage", message(opening))).result.task;
    const next = message({ action: "counter", terms: { price: 55 } }, { taskId: first.id });
    const last = (await raw(base, "SendMessage", next)).result.task;
    const refused = (await raw(base, "SendMessage", message({ action: "haggle" }))).result.task;
    expect(last.status.state).toBe("TASK_STATE_COMPLETED");
    // The codec knows no other field, and turns no other value back into its name.
    for (const task of [first, last, refused]) expect(Task.toJSON(Task.fromJSON(task))).toEqual(task);
    expect(Object.keys(last.metadata)).toEqual([URI]);
  });

  it("comes out of the codec as it went in: no part of ours is empty [AA-5]", async () => {
    const { base } = await served({ self: smith });
    const { task } = (await raw(base, "SendMessage", message(opening))).result;
    expect(task.status.message.parts).toEqual([
      {
        data: { action: "counter", terms: { price: 55, note: ["é ⟦", null, { deep: [0.1, false] }] } },
        mediaType: "application/json",
      },
    ]);
  });
});

describe("a client", () => {
  it("that names no version is taken for one of 0.3 and told so, and nothing is made of what it says [AA-5]", async () => {
    const { base, rooms } = await served({ self: smith });
    const answer = await raw(base, "SendMessage", message(opening), null);
    expect(answer).toMatchObject({ status: 200, error: { code: -32_009 } });
    expect((await rooms.list("ada", { status: "all" })).total).toBe(0);
  });

  it("chooses the context of a task, and no task's id [AA-5]", async () => {
    const { base, rooms } = await served({ self: smith });
    const own = await raw(base, "SendMessage", message(opening, { taskId: "mine" }));
    expect(own.error.code).toBe(-32_001);
    expect((await rooms.list("ada", { status: "all" })).total).toBe(0);
    const { task } = (await raw(base, "SendMessage", message(opening, { contextId: "market-7" }))).result;
    expect(task.contextId).toBe("market-7");
  });

  it("that goes on in a stream gets the task first as well [AA-5]", async () => {
    const agent = await served({ self: smith });
    const ada = await agent.client("ada");
    const { id } = told(await ada.sendMessage(saying(opening)));
    const kinds: unknown[] = [];
    const next = saying({ action: "counter", terms: { price: 45 } }, { taskId: id });
    for await (const { payload } of ada.sendMessageStream(next)) kinds.push(payload?.$case);
    expect(kinds[0]).toBe("task");
    expect(kinds.length).toBeGreaterThan(1);
  });

  it("that waits is answered when it has the floor again, one that does not at once [AA-5]", async () => {
    let go = (): void => undefined;
    const agent: Agent<any> = () =>
      new Promise((resolve) => {
        go = () => resolve({ action: "counter", terms: { price: 55 } });
      });
    const { client } = await served({ self: { id: "smith", kind: "system", agent } });
    const ada = await client("ada");
    const { id, state } = told(await ada.sendMessage(saying(opening, { returnImmediately: true })));
    expect(state).toBe("submitted");
    await expect.poll(async () => told(await ada.getTask({ tenant: "", id })).state).toBe("working");
    go();
    await expect.poll(async () => told(await ada.getTask({ tenant: "", id })).state).toBe("input required");
    let isAnswered = false;
    const waiting = ada.sendMessage(saying({ action: "counter", terms: { price: 50 } }, { taskId: id }));
    void waiting.then(() => {
      isAnswered = true;
    });
    await expect.poll(async () => told(await ada.getTask({ tenant: "", id })).state).toBe("working");
    expect(isAnswered).toBe(false);
    go();
    expect(told(await waiting).state).toBe("input required");
  });
});
