import { expect, it } from "vitest";
import type { ProposalDocument } from "../../../src/oap/index.js";
import { partyMemory } from "../../../src/oap/party/party-memory.js";

const ADA = "did:web:ada.example";
const offer = (round: number, proposal_id: string, from = ADA) =>
  ({ round, proposal_id, from, signature: proposal_id }) as ProposalDocument;
const AT = { id: "neg_1", host: "did:web:tool.example" };
const to = (signature: string) => ({ ...AT, signature });

it("remembers what was signed last, and nothing of what was not signed [OAP-51]", async () => {
  const memory = partyMemory(ADA, () => 7);
  const broken = memory.agreeing(
    to("a"),
    () => Promise.reject(new Error("no")),
    async () => 1,
  );
  await expect(broken).rejects.toThrow("no");
  expect(memory.last("neg_1")).toBeUndefined();
  for (const [round, id] of [
    [1, "a"],
    [1, "b"],
    [3, "c"],
    [3, "d"],
  ] as const) {
    await memory.proposing(AT, async () => offer(round, id));
  }
  expect(memory.last("neg_1")).toMatchObject({ round: 3, ids: ["c", "d"], at: 7 });
  await expect(memory.proposing(AT, async () => offer(1, "e"))).rejects.toThrow("round");
  const agree = (one: ProposalDocument) =>
    memory.agreeing(
      to(one.signature),
      async () => ({ proposal: one }),
      async () => "yes",
    );
  for (const one of [offer(1, "a"), offer(3, "c"), offer(2, "x", "did:web:bob.example")]) {
    await expect(agree(one)).rejects.toThrow("another one was made");
  }
  expect(await agree(offer(3, "d"))).toBe("yes");
  await expect(memory.proposing(AT, async () => offer(5, "f"))).rejects.toThrow("is agreed to");
  await expect(agree(offer(4, "y", "did:web:bob.example"))).rejects.toThrow("another one is agreed to");
  memory.noteCosigned("neg_1", "one");
  expect(() => memory.noteCosigned("neg_1", "two")).toThrow("another one is signed");
  await memory.leaving(AT, async () => undefined);
  await expect(agree(offer(3, "d"))).rejects.toThrow("has left");
});

it("hands out nothing that was overtaken while it was signed [OAP-51]", async () => {
  const memory = partyMemory(ADA, () => 7);
  const overtaken = memory.proposing(AT, async () => {
    await memory.leaving(AT, async () => undefined);
    return offer(1, "a");
  });
  await expect(overtaken).rejects.toThrow("has left");
  const other = partyMemory(ADA, () => 7);
  const agreeing = other.agreeing(
    to("x"),
    async () => ({ proposal: offer(2, "x", "did:web:bob.example") }),
    () => other.leaving(AT, async () => undefined),
  );
  await expect(agreeing).rejects.toThrow("has left");
});

it("drops an offer whose signature comes after that of a later one, which it would take back [OAP-51]", async () => {
  const memory = partyMemory(ADA, () => 7);
  let sign: (offer: ProposalDocument) => void = () => {};
  const late = memory.proposing(AT, () => new Promise((resolve) => (sign = resolve)));
  await memory.proposing(AT, async () => offer(1, "b"));
  sign(offer(1, "a"));
  await expect(late).rejects.toThrow("since a later one was asked for");
  const own = memory.agreeing(
    to("b"),
    async () => ({ proposal: offer(1, "b") }),
    async () => "yes",
  );
  expect(await own).toBe("yes");
});
