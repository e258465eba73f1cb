import { describe, expect, it } from "vitest";
import { a2aAgent } from "../../../src/bridges/a2a/index.js";
import { NegotiationRooms, NegotiationService } from "../../../src/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { bundleChild } from "../../kit/child-bundle.js";
import { type LineProcess, lineProcess } from "../../kit/line-process.js";
import { bargainer, served } from "./served-agent.js";

const RULES = { cap: { counts: "turns", limit: 30, mode: "exceed", result: "expired" } } as const;

describe("a2aAgent", () => {
  it.each([
    ["we", 40, 5, 60, -4],
    ["they", 40, 4, 60, -9],
  ])(
    "plays a remote party to a deal that %s accept, and both sides' records agree [AA-6]",
    async (who, low, up, high, down) => {
      const theirs = new NegotiationRooms<any>({ rules: RULES });
      const agent = await served({
        rooms: theirs,
        self: { id: "smith", kind: "system", agent: bargainer(high, down) },
        roomOf: () => "market",
      });
      const ours = new NegotiationService<any>("ours", { rules: RULES });
      const errors: unknown[] = [];
      const remote = a2aAgent<any>({
        client: await agent.client("ada", who === "we" ? "HTTP+JSON" : "JSONRPC"),
        service: ours,
        onError: (error) => errors.push(error),
      });
      const outcome = await ours.negotiate({
        initiator: { id: "buyer", kind: "system", agent: bargainer(low, up) },
        responder: { id: "smith", kind: "system", agent: remote },
      });
      expect(outcome).toMatchObject({ status: "accepted", by: who === "we" ? "buyer" : "smith" });
      await expect.poll(() => theirs.peek("market")?.getLatestNegotiation()?.status).toBe("accepted");
      const [mine, its] = [ours.getLatestNegotiation()!, theirs.peek("market")!.getLatestNegotiation()!];
      const shown = (turns: typeof mine.turns) =>
        turns.map(({ action, terms, seat, message }) => ({ action, terms, seat, message }));
      expect(shown(its.turns)).toEqual(shown(mine.turns));
      expect(errors).toEqual([]);
      await ours.close();
    },
  );

  it("takes up a task again after a restart by its first message, and nothing takes effect twice [AA-6] [BR-5]", async () => {
    const theirs = new NegotiationRooms<any>({ rules: RULES });
    const agent = await served({
      rooms: theirs,
      self: { id: "smith", kind: "system", agent: bargainer(60, -4) },
      roomOf: () => "market",
    });
    const store = new MemoryStore();
    const first = new NegotiationService<any>("ours", { store, rules: RULES });
    const { id } = await first.createNegotiation(
      "buyer",
      { id: "smith", kind: "system", agent: a2aAgent<any>({ client: await agent.client("ada") }) },
      { price: 40 },
    );
    await expect.poll(() => first.getNegotiation(id)?.turns.length).toBe(2);
    await first.close();
    const client = await agent.client("ada");
    const second: NegotiationService<any> = new NegotiationService<any>("ours", {
      store,
      agentFor: ({ id: partyId }) =>
        partyId === "smith" ? a2aAgent<any>({ client, service: second }) : undefined,
    });
    await second.resume();
    await second.submit(id, "buyer", { action: "counter", terms: { price: 45 } });
    await expect.poll(() => second.getNegotiation(id)?.turns.length).toBe(4);
    const its = theirs.peek("market")!.getLatestNegotiation()!;
    expect(its.turns.map(({ action }) => action)).toEqual(["propose", "counter", "counter", "counter"]);
    await second.submit(id, "buyer", { action: "accept" });
    await expect.poll(() => theirs.peek("market")!.getNegotiation(its.id)?.status).toBe("accepted");
    await second.close();
  });

  it("tells the remote side where our host cancels, if it may be withdrawn [AA-6]", async () => {
    const rules = {
      ...RULES,
      actions: ["propose", "counter", "accept", "reject", "withdraw"],
      withdrawOffTurn: true,
    };
    const theirs = new NegotiationRooms<any>({ rules: rules as never });
    const agent = await served({
      rooms: theirs,
      self: { id: "smith", kind: "system", agent: bargainer(60, -1) },
      roomOf: () => "market",
    });
    const ours = new NegotiationService<any>("ours", { rules: RULES });
    const remote = a2aAgent<any>({ client: await agent.client("ada"), service: ours });
    const { id } = await ours.createNegotiation(
      "buyer",
      { id: "smith", kind: "system", agent: remote },
      { price: 40 },
    );
    await expect.poll(() => ours.getNegotiation(id)?.turns.length).toBe(2);
    await ours.cancel(id);
    await expect.poll(() => theirs.peek("market")!.getLatestNegotiation()?.status).toBe("withdrawn");
    await ours.close();
  });

  it.each([
    ["a task that is no move", { status: { state: 6, message: undefined } }, /one data part/],
    [
      "a refusal",
      { status: { state: 6, message: { parts: [data({ code: "stale_version", message: "MARK" })] } } },
      /stale_version/,
    ],
    [
      "a refusal with words for a code",
      { status: { state: 6, message: { parts: [data({ code: "MARK obey" })] } } },
      /unknown/,
    ],
    [
      "an agreement on other terms",
      { status: { state: 3 }, artifacts: [outcome({ status: "accepted", terms: { price: 1 } })] },
      /other terms/,
    ],
    [
      "an end that is no decision",
      { status: { state: 3 }, artifacts: [outcome({ status: "expired" })] },
      /expired/,
    ],
    ["a failure", { status: { state: 4 }, artifacts: [] }, /state 4/],
    ["what is too deep", { status: { state: 6, message: { parts: [data(nested(40))] } } }, /one data part/],
  ])("fails its turn on %s, and no word of it is in the error [AA-6]", async (_, task, error) => {
    const answer = { id: "t", contextId: "c", history: [], artifacts: [], metadata: {}, ...task };
    const client = {
      sendMessage: async () => answer,
      getTask: async () => answer,
      cancelTask: async () => answer,
    };
    const room = new NegotiationService<any>("r", { rules: { agentAttempts: 1 }, warnings: false });
    const failures: string[] = [];
    room.on("turn:failed", ({ failure }) => failures.push(failure.error));
    await room.createNegotiation(
      "ada",
      { id: "bob", kind: "system", agent: a2aAgent<any>({ client: client as never }) },
      { price: 40 },
    );
    await expect.poll(() => failures.length).toBe(1);
    expect(failures[0]).toMatch(error);
    expect(failures[0]).not.toContain("MARK");
    await room.close();
  });

  it("waits for a remote side that answers later, and stops where the turn ends [AA-6]", async () => {
    const working = {
      id: "t",
      contextId: "c",
      status: { state: 2 },
      history: [],
      artifacts: [],
      metadata: {},
    };
    const done = { ...working, status: { state: 6, message: { parts: [data({ action: "accept" })] } } };
    let looks = 0;
    const client = {
      sendMessage: async () => working,
      getTask: async () => (++looks > 2 ? done : working),
      cancelTask: async () => done,
    };
    const room = new NegotiationService<any>("r");
    const played = await room.negotiate({
      initiator: "ada",
      responder: { id: "bob", kind: "system", agent: a2aAgent<any>({ client: client as never, pollMs: 1 }) },
      proposal: { price: 40 },
    });
    expect(played.status).toBe("accepted");
    const never = { ...client, getTask: async () => working };
    const { id } = await room.createNegotiation(
      "ada",
      { id: "bob", kind: "system", agent: a2aAgent<any>({ client: never as never, pollMs: 1 }) },
      { price: 40 },
    );
    await room.cancel(id);
    await room.close();
    expect(() => a2aAgent({} as never)).toThrow(TypeError);
    expect(() => a2aAgent({ client: client as never, pollMs: 0 })).toThrow(RangeError);
  });

  it("plays both ways between two processes, each a server and a client, over real sockets [AA-6]", async () => {
    const bundle = await bundleChild("bridges/a2a/agent-process.ts");
    const [smith, jones] = [lineProcess(bundle.path, "smith"), lineProcess(bundle.path, "jones")];
    try {
      const [smithAt, jonesAt] = [await smith.nextLine(), await jones.nextLine()];
      const answer = async (child: LineProcess, line: string): Promise<any> => {
        child.tell(line);
        return JSON.parse((await child.nextLine()) ?? "null");
      };
      for (const [asking, asked, line] of [
        [smith, jones, `jones ${jonesAt}`],
        [jones, smith, `smith ${smithAt}`],
      ] as const) {
        const ours = await answer(asking, line);
        expect(ours).toMatchObject({ status: "accepted", turns: expect.any(Array) });
        await expect.poll(async () => (await answer(asked, "asked")).status).toBe("accepted");
        const theirs = await answer(asked, "asked");
        expect(theirs.turns).toEqual(ours.turns);
        expect(theirs.pid).not.toBe(ours.pid);
      }
    } finally {
      await Promise.all([smith.kill(), jones.kill()]);
      bundle.remove();
    }
  });
});

function data(value: unknown): object {
  return { content: { $case: "data", value }, mediaType: "", filename: "", metadata: undefined };
}

function outcome(value: unknown): object {
  return {
    artifactId: "o",
    name: "negotiation-outcome",
    description: "",
    parts: [data(value)],
    metadata: undefined,
    extensions: [],
  };
}

function nested(depth: number): unknown {
  return depth === 0 ? { action: "accept" } : { in: nested(depth - 1) };
}
