import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/index.js";
import { verifyLog } from "../../../src/oap/index.js";
import { good, MANIFEST, sha256, until, type World } from "../host-setup.js";
import { codeOf, resigned, signers } from "../oap-world.js";
import { kindsIn, logOver, type Offered, offeredByAda, roomsOfOneTool } from "./stage.js";

const manifest = {
  ...MANIFEST,
  withdrawal_penalty_terms: "https://tool.example/walking-away.pdf",
  withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
  withdrawal_penalty: { amount: "250.00", currency: "EUR" },
};

const rooms = async () => (await roomsOfOneTool(2, { manifest, isForgetful: true })) as [World, World];

/** Ada's offer in the first room, and the same in the second. */
async function offeredTwice(one: World, two: World): Promise<Offered & { second: Offered["view"] }> {
  const offered = await offeredByAda(one);
  good(await two.host.open(offered.open));
  return { ...offered, second: good(await two.host.propose(offered.offer)).history };
}

/** What the log has is sound, and is no more than this. */
async function expectSound({ port }: World, kinds: readonly string[]): Promise<void> {
  await until(() => port.size() === kinds.length);
  expect(await kindsIn(port)).toEqual(kinds);
  const entries = (await port.read(0, 9)).map(({ entry }) => entry);
  expect(await verifyLog(entries, { sha256 })).toMatchObject({ ok: true });
}

describe("Bob leaves under a penalty in one room of the Tool, and agrees in the other", () => {
  it("after Ada has left: her Open is over everywhere [OAP-50] [OAP-56]", async () => {
    const [one, two] = await rooms();
    const { open, view } = await offeredByAda(one);
    good(await one.host.withdraw(await one.ada.withdraw(view)));
    expect(codeOf(await two.host.open(open))).toBe("negotiation_over");
    await expectSound(one, ["withdrawal_penalty"]);
  });

  it("where both rooms had it open: who comes second is told that it is over [OAP-50] [OAP-56]", async () => {
    const [one, two] = await rooms();
    const { view, second } = await offeredTwice(one, two);
    good(await one.host.withdraw(await one.ada.withdraw(view)));
    const request = await two.smith.accept(second);
    for (let time = 0; time < 2; time += 1) {
      expect(codeOf(await two.host.accept(request))).toBe("negotiation_over");
    }
    await expectSound(one, ["withdrawal_penalty"]);
  });

  it("the other way round: what he has agreed to, he cannot leave [OAP-50] [OAP-56]", async () => {
    const [one, two] = await rooms();
    const { view, second } = await offeredTwice(one, two);
    good(await one.host.accept(await one.smith.accept(view)));
    const withdrawal = await two.smith.withdraw(second);
    for (let time = 0; time < 2; time += 1) {
      expect(codeOf(await two.host.withdraw(withdrawal))).toBe("negotiation_over");
    }
    const call = { caller: two.smith.did };
    const { history } = good(await two.host.history(second.negotiation_id, call));
    expect(history.withdrawal_penalty).toBeUndefined();
    await expectSound(one, ["agreement"]);
  });

  it("which the log of that process has seen: nothing is committed [OAP-50] [OAP-56]", async () => {
    const [one, two] = await rooms();
    const { view, second } = await offeredTwice(one, two);
    good(await one.host.accept(await one.smith.accept(view)));
    const third = await offeredByAda(one);
    const { history } = good(await two.host.open(third.open));
    good(await two.host.withdraw(await two.ada.withdraw(history)));
    expect(codeOf(await two.host.withdraw(await two.smith.withdraw(second)))).toBe("negotiation_over");
    expect(two.service.getNegotiation(second.negotiation_id)?.outcome).toBeNull();
    await expectSound(one, ["agreement", "withdrawal_penalty"]);
  });

  it("at the same moment, or leaves while Ada does: one of them counts [OAP-50] [OAP-56]", async () => {
    for (const act of ["accept", "withdraw"] as const) {
      const [one, two] = await rooms();
      const { view, second } = await offeredTwice(one, two);
      const answers = await Promise.all([
        one.host.withdraw(await one.ada.withdraw(view)),
        two.host[act](await two.smith[act](second)),
      ]);
      expect(answers.map(codeOf).sort()).toEqual(["negotiation_over", "ok"]);
      expect(await one.port.size()).toBe(1);
      await expectSound(one, await kindsIn(one.port));
    }
  });

  it("or Eve leaves under the id of Ada's Open: the log stays sound, and Ada's deal is hers [OAP-50] [OAP-56]", async () => {
    const [one, two] = await rooms();
    const { open, view } = await offeredByAda(one);
    const eves = await resigned(open, { initiator: two.eve.did }, "open", await signers.eve());
    const taken = good(await two.host.open(eves)).history;
    good(await two.host.withdraw(await two.eve.withdraw(taken)));
    expect(good(await one.host.accept(await one.smith.accept(view))).logged).toBe(false);
    await expectSound(one, ["withdrawal_penalty"]);
  });

  it("and both rooms are made again: resume adds nothing [OAP-50] [OAP-56]", async () => {
    const store = new MemoryStore();
    const port = (await rooms())[0].port;
    const given = { manifest, isForgetful: true };
    const log = await logOver(port);
    const [one] = (await roomsOfOneTool(1, { ...given, log })) as [World];
    const [two] = (await roomsOfOneTool(1, {
      ...given,
      log: await logOver(port),
      store,
      service: { store },
    })) as [World];
    const { view, second } = await offeredTwice(one, two);
    good(await one.host.accept(await one.smith.accept(view)));
    await two.host.withdraw(await two.smith.withdraw(second));
    await two.service.close();
    const [again] = (await roomsOfOneTool(1, {
      ...given,
      log: await logOver(port),
      store,
      service: { store },
    })) as [World];
    expect(await again.host.resume()).toBe(0);
    await expectSound({ ...one, port }, ["agreement"]);
  });
});
