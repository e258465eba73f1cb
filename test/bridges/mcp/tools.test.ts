import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryDirectory, NegotiationService, roomsOf } from "../../../src/index.js";
import { T0 } from "../../kit/open-room.js";
import { authInfoOf, bridged, called, inMemory, MODES, RULES, refusedText } from "./mcp-clients.js";

const LIST = "list_negotiations";
const GET = "get_negotiation";
const RESPOND = "respond_to_negotiation";

const COUNTER = { action: "counter", reasoning: "Too dear.", terms: { price: 50 } } as const;
const ACCEPT = { action: "accept", reasoning: "Good." } as const;

describe("the tools", () => {
  it("are three, with these fields and hints [MC-2]", async () => {
    const { tools } = await (await inMemory(bridged(), "ada")).listTools();
    const shown = tools.map(({ name, inputSchema, outputSchema, annotations }) => ({
      name,
      input: fieldsOf(inputSchema),
      output: fieldsOf(outputSchema),
      hints: annotations,
    }));
    expect(shown).toMatchInlineSnapshot(`
      [
        {
          "hints": {
            "openWorldHint": false,
            "readOnlyHint": true,
            "title": "List negotiations",
          },
          "input": "status? since? limit? page? detail?",
          "name": "list_negotiations",
          "output": "negotiations{negotiationId status isYourTurn counterpartyId turnCount turnsLeft latestAction latestMessagePreview deadlineAt createdAt updatedAt version recentTurns?{number by label action assessment{reasoning? suggestedRoles?} message? reason? terms? at}} page totalPages total",
        },
        {
          "hints": {
            "openWorldHint": false,
            "readOnlyHint": true,
            "title": "Read a negotiation",
          },
          "input": "negotiationId afterTurn?",
          "name": "get_negotiation",
          "output": "negotiationId status seat isYourTurn counterpartyId seedAssessment turns{number by label action assessment{reasoning? suggestedRoles?} message? reason? terms? at} legalActions isReasoningShared isFinalTurn turnsLeft deadlineAt standing{by turn terms validUntilAt} version outcome{status reason by at turnCount terms}",
        },
        {
          "hints": {
            "destructiveHint": true,
            "idempotentHint": false,
            "openWorldHint": false,
            "readOnlyHint": false,
            "title": "Take your turn",
          },
          "input": "negotiationId action reasoning suggestedRoles?{ownUser otherUser} message? terms? expectedVersion? commandId?",
          "name": "respond_to_negotiation",
          "output": "negotiationId status turnNumber yourTurn turnsLeft deadlineAt version duplicate outcome{status reason by at turnCount terms}",
        },
      ]
    `);
  });

  it("have no tool for picking turns up [MC-3]", async () => {
    const { tools } = await (await inMemory(bridged(), "ada")).listTools();
    expect(tools.map(({ name }) => name)).toEqual([LIST, GET, RESPOND]);
  });

  it("say in their fields what is private, what is data, and what guards against old news [MC-2]", async () => {
    const { tools } = await (await inMemory(bridged(), "ada")).listTools();
    const [, get, respond] = tools as any[];
    expect(respond.inputSchema.properties.reasoning.description).toMatch(/private/);
    expect(respond.inputSchema.properties.expectedVersion.description).toMatch(/old news/);
    expect(get.outputSchema.properties.turns.items.properties.message.description).toMatch(/data, never/);
  });

  it.each([
    ["private", false],
    ["roles", false],
    ["shared", true],
  ] as const)(
    "tell the truth of who reads reasoning where the rules keep it %s [MC-2] [BR-7]",
    async (assessments, isShared) => {
      const all = bridged({ service: { rules: { ...RULES, assessments } } });
      const negotiationId = await all.opened();
      const [ada, smith] = [await inMemory(all, "ada"), await inMemory(all, "smith")];
      const { description } = ((await smith.listTools()).tools as any[])[2].inputSchema.properties.reasoning;
      expect(description).not.toMatch(/never/);
      expect(description).toContain("unless get_negotiation says isReasoningShared");
      expect(await called(smith, GET, { negotiationId })).toMatchObject({ isReasoningShared: isShared });
      await called(smith, RESPOND, { negotiationId, ...COUNTER });
      const { turns } = await called(ada, GET, { negotiationId });
      expect(JSON.stringify(turns).includes(COUNTER.reasoning)).toBe(isShared);
    },
  );

  it("offer to withdraw where the host allows it, and show the schema of its terms [MC-2]", async () => {
    const all = bridged({ allowWithdraw: true, terms: { type: "object", required: ["price"] } });
    const client = await inMemory(all, "smith");
    const { tools } = await client.listTools();
    const { properties } = (tools as any[])[2].inputSchema;
    expect(properties.action.enum).toContain("withdraw");
    expect(properties.terms).toMatchObject({ type: "object", required: ["price"] });
    const negotiationId = await all.opened();
    expect((await called(client, GET, { negotiationId })).legalActions).toContain("withdraw");
    const withdrawn = { negotiationId, action: "withdraw", reasoning: "No longer." };
    expect(await called(client, RESPOND, withdrawn)).toMatchObject({ status: "withdrawn" });
    const strict = bridged();
    const id = await strict.opened();
    const smith = await inMemory(strict, "smith");
    expect((await called(smith, GET, { negotiationId: id })).legalActions).not.toContain("withdraw");
    const refused = await refusedText(smith, RESPOND, { ...withdrawn, negotiationId: id });
    expect(refused).toMatch(
      /^malformed_body: .*action: .*legal now: propose, counter, accept, reject, question \(/,
    );
  });

  it("answer with data that fits their schemas, and the same JSON as text [MC-2]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const client = await inMemory(all, "smith");
    const { tools } = await client.listTools();
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    const answers: [string, object][] = [
      [LIST, { detail: true }],
      [GET, { negotiationId }],
      [RESPOND, { negotiationId, ...COUNTER, message: "Please." }],
      [GET, { negotiationId }],
    ];
    for (const [name, given] of answers) {
      const { text, ...structured } = await called(client, name, given as never);
      expect(JSON.parse(text)).toEqual(structured);
      const schema = tools.find((tool) => tool.name === name)?.outputSchema as object;
      const known = allClosed(schema);
      const validate = ajv.compile(known);
      expect([validate(structured), validate.errors]).toEqual([true, null]);
    }
  });

  it("read arguments as their schemas say: random ones pass both or neither [MC-2]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const client = await inMemory(all, "smith");
    const { tools } = await client.listTools();
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    const value = fc.oneof(
      ...[fc.integer({ min: -2, max: 102 }), fc.boolean(), fc.constant({}), fc.constant("agent")],
      ...[fc.constantFrom("all", "", "x".repeat(129), "2026-11-01", 0.5), fc.constant([1])],
    );
    for (const { name, inputSchema } of tools) {
      const validate = ajv.compile(inputSchema);
      const keys = [...Object.keys((inputSchema as any).properties), "unknown"];
      const given = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 });
      await fc.assert(
        fc.asyncProperty(given, async (random) => {
          const asked = { ...(name === LIST ? {} : { negotiationId }), ...random } as any;
          if (name !== LIST) asked.negotiationId = negotiationId;
          // An instant is any text to a schema.
          if (typeof asked.since === "string" && asked.since !== "2026-11-01") delete asked.since;
          if (Number.isInteger(asked.since)) asked.since = Math.abs(asked.since);
          if (asked.since === 0.5) delete asked.since;
          const result: any = await client.callTool({ name, arguments: asked });
          const isMalformed = result.isError === true && /^malformed_body/.test(result.content[0].text);
          expect([asked, isMalformed]).toEqual([asked, !validate(asked)]);
        }),
        { seed: 20261123, numRuns: 150 },
      );
    }
  });
});

describe("list_negotiations", () => {
  it("lists only what waits for the caller, unless asked for more [MC-2] [MT-1]", async () => {
    const all = bridged();
    const first = await all.opened();
    const second = await all.opened(45);
    const [ada, smith] = [await inMemory(all, "ada"), await inMemory(all, "smith")];
    const ids = async (client: typeof ada, status?: string): Promise<string[]> =>
      (await called(client, LIST, { status })).negotiations.map((one: any) => one.negotiationId);
    expect(await ids(ada)).toEqual([]);
    expect((await ids(smith)).sort()).toEqual([first, second].sort());
    await called(smith, RESPOND, { negotiationId: second, ...ACCEPT });
    expect(await ids(smith)).toEqual([first]);
    expect(await ids(smith, "completed")).toEqual([second]);
    expect(await ids(ada, "active")).toEqual([first]);
    expect((await ids(ada, "all")).sort()).toEqual([first, second].sort());
    const { negotiations } = await called(smith, LIST, { status: "completed" });
    expect(negotiations[0]).toMatchObject({ isYourTurn: false, status: "accepted", latestAction: "accept" });
  });

  it("gives the first turn of an empty negotiation to who opened it [MT-1]", async () => {
    const all = bridged();
    await all.rooms.room("market-7").createNegotiation("ada", "smith");
    const { negotiations } = await called(await inMemory(all, "ada"), LIST);
    expect(negotiations).toMatchObject([{ isYourTurn: true, turnCount: 0, latestAction: null }]);
    expect(await called(await inMemory(all, "smith"), LIST)).toMatchObject({ total: 0, totalPages: 0 });
  });

  it("gives pages, and every negotiation on one of them [MC-2]", async () => {
    const all = bridged();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await all.opened(n + 1));
    const client = await inMemory(all, "smith");
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const answer = await called(client, LIST, { limit: 3, page });
      expect(answer).toMatchObject({ page, totalPages: 3, total: 7 });
      expect(answer.negotiations).toHaveLength([3, 3, 1, 0][page - 1] as number);
      seen.push(...answer.negotiations.map((one: any) => one.negotiationId));
    }
    expect(seen.sort()).toEqual(ids.sort());
    expect(await called(client, LIST, { limit: 100, page: 1_000_000 })).toMatchObject({ negotiations: [] });
    expect(await called(client, LIST, { limit: 7, page: 2 })).toMatchObject({ negotiations: [] });
  });

  it("takes an instant of last change in both forms, and gives the last three turns with detail [MC-2]", async () => {
    const all = bridged();
    await all.opened();
    await all.clock.advance(1_000);
    const negotiationId = await all.opened();
    const smith = await inMemory(all, "smith");
    for (const since of [T0 + 1_000, new Date(T0 + 1_000).toISOString()]) {
      const { negotiations } = await called(smith, LIST, { since });
      expect(negotiations.map((one: any) => one.negotiationId)).toEqual([negotiationId]);
    }
    const ada = await inMemory(all, "ada");
    for (const client of [smith, ada, smith, ada])
      await called(client, RESPOND, { negotiationId, ...COUNTER, message: "A word." });
    const { negotiations } = await called(smith, LIST, { detail: true, since: T0 + 1_000 });
    expect(negotiations[0].recentTurns.map(({ number }: any) => number)).toEqual([3, 4, 5]);
    expect(negotiations[0].latestMessagePreview).toMatch(/^⟦data \w+⟧\nA word\.\n⟦end \w+⟧$/);
    expect((await called(smith, LIST)).negotiations[0].recentTurns).toBeUndefined();
  });

  it("asks the lister of the host where there is one [MC-1]", async () => {
    const asked: unknown[] = [];
    const list = (partyId: string, filter: unknown) => {
      asked.push([partyId, filter]);
      return { items: [], next: null, total: 0 };
    };
    await called(await inMemory(bridged({ list }), "ada"), LIST);
    expect(asked).toEqual([["ada", { status: "waiting", limit: 20, detail: false }]]);
  });
});

describe("get_negotiation", () => {
  it("labels each kind of turn [MT-2]", async () => {
    const all = bridged({ allowWithdraw: true });
    const negotiationId = await all.opened();
    const [ada, smith] = [await inMemory(all, "ada"), await inMemory(all, "smith")];
    await called(smith, RESPOND, { negotiationId, ...COUNTER });
    await called(ada, RESPOND, { negotiationId, action: "question", reasoning: "Why?", message: "Why?" });
    await called(smith, RESPOND, { negotiationId, action: "withdraw", reasoning: "Enough." });
    const { turns } = await called(ada, GET, { negotiationId });
    expect(turns.map(({ label }: any) => label)).toEqual(["Proposal", "Counter", "Question", "Withdrawal"]);
    for (const [action, label] of [
      ["accept", "Acceptance"],
      ["reject", "Rejection"],
    ] as const) {
      const id = await all.opened();
      await called(smith, RESPOND, { negotiationId: id, action, reasoning: "So." });
      expect((await called(smith, GET, { negotiationId: id })).turns.at(-1).label).toBe(label);
    }
  });

  it("tells a party its own reasoning, and the other side none of it [MC-2] [BR-7]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const [ada, smith] = [await inMemory(all, "ada"), await inMemory(all, "smith")];
    await called(smith, RESPOND, { negotiationId, ...COUNTER, reasoning: "We would take 45." });
    const own = await called(smith, GET, { negotiationId });
    expect(own.turns[1].assessment).toEqual({ reasoning: "We would take 45." });
    const other = await called(ada, GET, { negotiationId });
    expect(other.turns[1].assessment).toEqual({});
    expect(JSON.stringify(other)).not.toContain("45");
  });

  it("shows the seed, the roles and the shared reasons of Index Network as its rules say [MC-2]", async () => {
    const all = bridged({
      service: { rules: { preset: "index-2026-04" }, fallback: () => ({ action: "reject" }) },
    });
    const seedAssessment = { reasoning: "They fit.", valencyRole: "peer" };
    const context = {
      source: 1,
      candidate: 2,
      indexContext: { networkId: "n", prompt: "p" },
      seedAssessment,
    };
    const source = { id: "ada", kind: "personal" } as const;
    const candidate = { id: "smith", kind: "personal" } as const;
    const { id: negotiationId } = await all.rooms
      .room("network")
      .createNegotiation(source, candidate, undefined, { context });
    const [ada, smith] = [await inMemory(all, "ada"), await inMemory(all, "smith")];
    const move = { negotiationId, action: "propose", reasoning: "Both gain." };
    expect(await refusedText(ada, RESPOND, move)).toMatch(/suggestedRoles/);
    const suggestedRoles = { ownUser: "agent", otherUser: "patient" };
    await called(ada, RESPOND, { ...move, suggestedRoles });
    const { seedAssessment: seed, turns } = await called(smith, GET, { negotiationId });
    expect(seed).toEqual(seedAssessment);
    expect(turns[0].assessment.suggestedRoles).toEqual(suggestedRoles);
    expect(turns[0].assessment.reasoning).toMatch(/^⟦data \w+⟧\nBoth gain\.\n⟦end \w+⟧$/);
  });

  it("gives who is no party what an unknown id gets, word by word [MT-3] [BR-4]", async () => {
    const all = bridged();
    const theirs = await all.opened();
    const eve = await inMemory(all, "eve");
    for (const [name, more] of [
      [GET, {}],
      [RESPOND, ACCEPT],
      [RESPOND, { action: "nonsense" }],
    ] as const) {
      const answers = await Promise.all(
        [theirs, "neg_unknown"].map((id) =>
          eve.callTool({ name, arguments: { ...more, negotiationId: id } }),
        ),
      );
      const [one, other] = answers.map((answer, at) =>
        JSON.stringify(answer).replaceAll([theirs, "neg_unknown"][at] as string, "ID"),
      );
      expect(one).toBe(other);
      expect(one).toContain("unknown_negotiation");
    }
  });
});

describe("respond_to_negotiation", () => {
  it("takes effect once under one command id, also in parallel, and says so [BR-5]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const smith = await inMemory(all, "smith");
    const given = { negotiationId, ...COUNTER, commandId: "first" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => called(smith, RESPOND, given)));
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(answers.map(({ turnNumber }) => turnNumber))).toEqual(new Set([2]));
    const { turns } = await called(smith, GET, { negotiationId });
    expect(turns).toHaveLength(2);
    expect(
      await refusedText(smith, RESPOND, { ...given, reasoning: "Another.", terms: { price: 9 } }),
    ).toMatch(/^command_conflict: /);
  });

  it("refuses what was decided on old news, and changes nothing [MC-2]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const smith = await inMemory(all, "smith");
    expect(await refusedText(smith, RESPOND, { negotiationId, ...ACCEPT, expectedVersion: 7 })).toBe(
      "stale_version: Expected a move on version 0, got one on 7. Read the record again; " +
        "legal now: propose, counter, accept, reject, question (version 0)",
    );
    expect(await called(smith, GET, { negotiationId })).toMatchObject({ version: 0, isYourTurn: true });
  });

  it("reads null and an empty message as absent, as models write them [MC-2]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const given = { negotiationId, ...ACCEPT, message: "", terms: null, expectedVersion: null };
    const nulls = { suggestedRoles: null, commandId: null };
    const smith = await inMemory(all, "smith");
    expect(await called(smith, RESPOND, { ...given, ...nulls })).toMatchObject({ status: "accepted" });
  });

  it("takes a parked turn by a claim of the caller's agent, which a refused answer leaves to it [MC-3] [MT-4]", async () => {
    const all = parkedTurns();
    const room = all.rooms.room("market-7");
    const negotiationId = await opened(all);
    const other = await opened(all);
    const phone = await inMemory(all, "smith/smith-phone");
    const { version } = await called(phone, GET, { negotiationId: other });
    const claimed: string[] = [];
    room.on("turn:parked", () => undefined);
    all.rooms.on("turn:claimed", ({ payload }: any) => void claimed.push(payload.negotiation.id));
    const bad = { negotiationId: other, action: "counter", reasoning: "Too dear.", expectedVersion: version };
    expect(await refusedText(phone, RESPOND, bad)).toMatch(/^terms_required: .*; legal now: propose/);
    expect(claimed).toEqual([other]);
    expect((await room.viewFor(other, "smith"))?.awaiting).toMatchObject({
      kind: "claimed",
      claim: { agentId: "smith-phone" },
    });
    const desk = await inMemory(all, "smith/smith-desk");
    expect(await refusedText(desk, RESPOND, { negotiationId: other, ...ACCEPT })).toMatch(
      /^claim_not_held: /,
    );
    const good = await called(phone, RESPOND, { negotiationId: other, ...COUNTER });
    expect(good).toMatchObject({ turnNumber: 2, status: "countered" });
    // The older one still waits, and can be answered on the version that was read before it was claimed.
    const seen = await called(desk, GET, { negotiationId });
    const expected = { negotiationId, ...ACCEPT, expectedVersion: seen.version };
    expect(await called(desk, RESPOND, expected)).toMatchObject({ status: "accepted" });
  });

  it("takes no claim for what was decided on old news, nor for an agent of others [MT-4]", async () => {
    const all = parkedTurns();
    const negotiationId = await opened(all);
    const room = all.rooms.room("market-7");
    const phone = await inMemory(all, "smith/smith-phone");
    const stale = { negotiationId, ...ACCEPT, expectedVersion: 99 };
    expect(await refusedText(phone, RESPOND, stale)).toMatch(/^stale_version: /);
    const spy = await inMemory(all, "smith/ada-phone");
    expect(await refusedText(spy, RESPOND, { negotiationId, ...ACCEPT })).toMatch(/^forbidden_agent: /);
    expect((await room.viewFor(negotiationId, "smith"))?.awaiting).toMatchObject({ kind: "parked" });
    const nobodys = await inMemory(all, "smith");
    expect(await called(nobodys, RESPOND, { negotiationId, ...ACCEPT })).toMatchObject({
      status: "accepted",
    });
  });
});

describe("a refusal", () => {
  it("is one line of code, sentence and what would be legal, with its parts beside it [MC-4] [BR-3]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const ada = await inMemory(all, "ada");
    const result: any = await ada.callTool({ name: RESPOND, arguments: { negotiationId, ...ACCEPT } });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(result.content).toHaveLength(1);
    expect(result.content[0].text).toMatch(/^not_your_turn: [^\n]+; nothing is legal until [^\n]+$/);
    expect(result._meta["concordat/refusal"]).toMatchObject({
      code: "not_your_turn",
      message: expect.any(String),
      negotiationId,
      version: 0,
      legal: { floor: "smith", actions: [] },
      issues: [],
    });
  });

  it("of arguments comes back the same way, and names each that is to be mended [MC-4]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const smith = await inMemory(all, "smith");
    const given = { negotiationId, action: "propse", reasoning: "", terms: 1, extra: true };
    expect(await refusedText(smith, RESPOND, given)).toBe(
      'malformed_body: Expected other arguments. action: Expected action to be "propose" or "counter" or "accept" ' +
        'or "reject" or "question". reasoning: Expected reasoning to be a non-empty string. ' +
        "extra: Expected a known option; legal now: propose, counter, accept, reject, question (version 0)",
    );
    expect(await refusedText(smith, GET)).toMatch(/^malformed_body: .*negotiationId: /);
    expect(await refusedText(smith, LIST, { limit: 101 })).toMatch(
      /limit: Expected limit to be an integer from 1/,
    );
  });

  it("of terms tells what the user's schema asks for, so that a model can mend its answer [MC-4]", async () => {
    const terms = {
      "~standard": {
        version: 1 as const,
        vendor: "test",
        validate: (value: unknown) =>
          typeof (value as any)?.price === "number"
            ? { value }
            : { issues: [{ message: "Expected a number.", path: ["price"] }] },
      },
    };
    const all = bridged({ service: { terms, rules: RULES } });
    const negotiationId = await all.opened();
    const smith = await inMemory(all, "smith");
    const wrong = { negotiationId, ...COUNTER, terms: { price: "fifty" } };
    expect(await refusedText(smith, RESPOND, wrong)).toMatch(/^terms_invalid: .*price: Expected a number/);
    await called(smith, RESPOND, { negotiationId, ...COUNTER });
  });

  it("of whom the host does not know is the same at every tool [MC-1]", async () => {
    const nobody = await inMemory(bridged(), "nobody");
    for (const name of [LIST, GET, RESPOND])
      expect(await refusedText(nobody, name)).toMatch(/^unauthenticated: Agent not registered; /);
  });

  it("of a name that is not the caller's comes before all else [BR-2]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const ada = await inMemory(all, "ada");
    for (const name of ["partyId", "fromAgent", "from", "initiator"]) {
      const given = { negotiationId, ...ACCEPT, [name]: "smith" };
      expect(await refusedText(ada, RESPOND, given)).toMatch(/^forbidden_party: /);
      expect(await refusedText(ada, GET, { negotiationId, [name]: "smith" })).toMatch(/^forbidden_party: /);
      expect(await refusedText(ada, LIST, { [name]: "smith" })).toMatch(/^forbidden_party: /);
      expect(await called(ada, GET, { negotiationId, [name]: "ada" })).toMatchObject({ seat: "initiator" });
    }
    expect(await refusedText(ada, LIST, { agentId: "smith-phone" })).toMatch(/^forbidden_agent: /);
  });
});

describe("a server", () => {
  it("is a fresh one each time, its caller bound by what the host says of the request [MC-1]", async () => {
    const all = bridged();
    await all.opened();
    const context = { era: "legacy", authInfo: authInfoOf("smith") } as const;
    expect(await all.bridge.serverFor(context)).not.toBe(await all.bridge.serverFor(context));
    const waiting = async (token: string) => (await called(await inMemory(all, token), LIST)).total;
    expect([await waiting("smith"), await waiting("ada"), await waiting("smith")]).toEqual([1, 0, 1]);
  });

  it.each(MODES)(
    "says that it has tools, and negotiations to watch, and no log, in the mode %s [MC-7]",
    async (mode) => {
      const client = await inMemory(bridged(), "ada", mode);
      const { tools, resources, logging } = client.getServerCapabilities() ?? {};
      expect({ tools, resources, logging }).toMatchObject({ tools: {}, resources: { subscribe: true } });
      expect(logging).toBeUndefined();
    },
  );
});

describe("a bridge over one room", () => {
  it("serves a service that the host has made by itself [MC-1]", async () => {
    const room = new NegotiationService<{ price: number }>("market-7");
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    const { negotiations } = await called(await inMemory(bridged({ rooms: roomsOf(room) }), "smith"), LIST);
    expect(negotiations[0].negotiationId).toBe(id);
    await room.close();
  });
});

/** Rooms in which the turns of persons wait for their agents. */
function parkedTurns() {
  const directory = memoryDirectory([
    { agentId: "smith-phone", partyId: "smith", kind: "personal", lastSeenAt: T0 },
    { agentId: "smith-desk", partyId: "smith", kind: "personal", lastSeenAt: T0 },
    { agentId: "ada-phone", partyId: "ada", kind: "personal", lastSeenAt: T0 },
  ]);
  const park = { parkMs: 100_000, claimBudget: "remaining", onClaimExpiry: "repark", freshMs: null } as const;
  return bridged({ service: { directory, rules: { ...RULES, park } as never } });
}

async function opened({ rooms }: ReturnType<typeof parkedTurns>): Promise<string> {
  const parties = (["ada", "smith"] as const).map((id) => ({ id, kind: "personal" }) as const);
  const { id } = await rooms
    .room("market-7")
    .createNegotiation(parties[0] as never, parties[1] as never, { price: 40 });
  await expect
    .poll(async () => (await rooms.room("market-7").viewFor(id, "smith"))?.awaiting?.kind)
    .toBe("parked");
  return id;
}

/** `name: type`, with `?` where it may be absent. */
function fieldsOf(schema: any): string {
  const { properties = {}, required = [] } = schema;
  return Object.entries<any>(properties)
    .map(([name, one]) => {
      const mark = required.includes(name) ? "" : "?";
      const inner = one.items?.properties ?? one.properties;
      return `${name}${mark}${inner === undefined ? "" : `{${fieldsOf(one.items ?? one)}}`}`;
    })
    .join(" ");
}

/** The schema with no room for members that it does not name, but in what is the user's own. */
function allClosed(schema: any): any {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(allClosed);
  const inner = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, allClosed(one)]));
  return schema.properties && schema.type !== undefined ? { ...inner, additionalProperties: false } : inner;
}
