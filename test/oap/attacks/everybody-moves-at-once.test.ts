import { describe, expect, it } from "vitest";
import { verifyLog } from "../../../src/oap/index.js";
import { good, sha256, viewOf, world } from "../host-setup.js";
import { acceptRecklessly, codeOf, signers } from "../oap-world.js";
import { kindsIn, logOver, offeredByAda, passing, toldPort } from "./stage.js";

const ORDERS = [
  ["accept", "withdraw", "leave", "counter", "reject"],
  ["withdraw", "accept", "reject", "leave", "counter"],
  ["reject", "counter", "accept", "withdraw", "leave"],
  ["counter", "accept", "leave", "reject", "withdraw"],
  ["leave", "reject", "counter", "withdraw", "accept"],
] as const;

describe("Everybody moves at once", () => {
  it.each(ORDERS)("first %s, then %s, %s, %s and %s: one of them takes effect [OAP-58]", async (...order) => {
    const here = await world({ isForgetful: true });
    const { view } = await offeredByAda(here);
    const { host, ada, smith } = here;
    const documents = {
      accept: await smith.accept(view),
      counter: await smith.propose(view, { terms: { price: "30.00" } }),
      reject: await smith.reject(view),
      leave: await smith.withdraw(view),
      withdraw: await ada.withdraw(view),
    };
    const hand = {
      accept: () => host.accept(documents.accept),
      counter: () => host.propose(documents.counter),
      reject: () => host.reject(documents.reject),
      leave: () => host.withdraw(documents.leave),
      withdraw: () => host.withdraw(documents.withdraw),
    };
    const settled: unknown[] = [];
    here.service.on("negotiation:settled", (record) => void settled.push(record));
    const answers = await Promise.all(order.map((name) => hand[name]()));
    const took = order.filter((_, index) => answers[index]!.ok);
    const ends = took.filter((name) => name !== "counter");
    expect(ends).toHaveLength(1);
    expect(settled).toHaveLength(1);
    const { state, history } = await viewOf(here, view.negotiation_id);
    const STATES = { accept: "ACCEPTED", reject: "REJECTED", leave: "WITHDRAWN", withdraw: "WITHDRAWN" };
    expect(state).toBe(STATES[ends[0] as keyof typeof STATES]);
    expect(history).toHaveLength(1 + took.length);
    expect(await kindsIn(here.port)).toEqual(state === "ACCEPTED" ? ["agreement"] : []);
    for (const [index, answer] of answers.entries()) {
      if (!answer.ok) {
        expect([order[index], codeOf(answer)]).toEqual([
          order[index],
          expect.stringMatching(/^(negotiation_over|not_your_turn|stale_proposal)$/),
        ]);
      }
    }
  });

  it("and the first acceptance stays the first, whatever comes later [OAP-58]", async () => {
    const here = await world({ isForgetful: true });
    const { view } = await offeredByAda(here);
    const first = await here.smith.accept(view);
    const second = await acceptRecklessly(view, await signers.smith());
    const answer = good(await here.host.accept(first));
    const withdrawal = await here.ada.withdraw(view);
    here.clock.set(here.clock.now() - 1_000_000);
    for (const again of [
      await here.host.accept(second),
      await here.host.withdraw(withdrawal),
      await here.host.reject(await here.smith.reject(view)),
    ]) {
      expect(codeOf(again)).toBe("negotiation_over");
    }
    expect(good(await here.host.accept(first)).agreement).toEqual(answer.agreement);
    expect(await kindsIn(here.port)).toEqual(["agreement"]);
  });
});

describe("The Tool crashes between an acceptance and its log", () => {
  it("in every way that a log can fail: the deal stands in it once, and verifies [OAP-58]", async () => {
    for (const mood of ["fails", "hangs"] as const) {
      const port = toldPort();
      const here = await world({ isForgetful: true, log: await logOver(port) });
      const { view } = await offeredByAda(here);
      const request = await here.smith.accept(view);
      port.tell(mood);
      const answer = good(await passing(here.clock, 2_000, () => here.host.accept(request)));
      expect(answer.logged).toBe(false);
      port.tell("works");
      await here.clock.advance(60_000);
      expect(good(await here.host.accept(request)).logged).toBe(true);
      const records = await port.read(0, 9);
      expect(records.map(({ entry }) => entry.body["agreement_id"])).toEqual([answer.agreement.agreement_id]);
      expect(
        await verifyLog(
          records.map(({ entry }) => entry),
          { sha256 },
        ),
      ).toMatchObject({ ok: true });
    }
  });

  it("and a log that took it without saying so does not take it twice [OAP-58]", async () => {
    const port = toldPort();
    let isMute = true;
    const mute = {
      ...port,
      async append(...given: Parameters<typeof port.append>) {
        const answer = await port.append(...given);
        if (!isMute) return answer;
        isMute = false;
        throw new Error("connection lost");
      },
    };
    const here = await world({ isForgetful: true, log: await logOver(mute) });
    const { view } = await offeredByAda(here);
    const request = await here.smith.accept(view);
    good(await passing(here.clock, 2_000, () => here.host.accept(request)));
    expect(isMute).toBe(false);
    expect(good(await here.host.accept(request)).logged).toBe(true);
    expect(await kindsIn(port)).toEqual(["agreement"]);
    expect(good(await here.host.history(view.negotiation_id, { caller: here.ada.did })).history.state).toBe(
      "ACCEPTED",
    );
  });
});
