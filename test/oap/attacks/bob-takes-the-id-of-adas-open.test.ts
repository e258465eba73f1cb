import { describe, expect, it } from "vitest";
import { good, opening, proposed, viewOf, world } from "../host-setup.js";
import { resigned, signers } from "../oap-world.js";

/** Two rooms of one Tool, with stores of their own and one log. */
describe("Bob takes the id of Ada's Open for a deal with somebody else", () => {
  it("and Ada keeps the agreement that Bob has accepted, although the log has no place for it [OAP-50]", async () => {
    const here = await world({ isForgetful: true });
    const there = await world({ log: here.log, clock: here.clock });
    const { history } = await proposed(here);
    const open_id = history.negotiation_id.replace("neg", "opn");
    const own = await there.smith.open({ ...opening(here), responder: here.eve.did });
    const taken = await resigned(own, { open_id }, "open", await signers.smith());
    const first = good(await there.host.open(taken)).history;
    const offer = await there.smith.propose({ ...first, history: [] }, { terms: { price: "1.00" } });
    const offered = good(await there.host.propose(offer)).history;
    good(await there.host.accept(await there.eve.accept(offered)));

    const counter = await here.smith.propose(history, { terms: { price: "41.00" } });
    const request = await here.smith.accept(history);
    const answer = await here.host.accept(request);
    // Here the id is known to be taken, so that nothing is accepted that could not be logged.
    const agreement_id = history.negotiation_id.replace("neg", "agr");
    expect(answer).toMatchObject({ ok: false, code: "command_conflict", details: { agreement_id } });
    expect(answer).toMatchObject({ state: "PROPOSED", message: expect.stringContaining("in the log") });
    expect(await here.host.propose(counter)).toMatchObject({ ok: false, code: "command_conflict" });
    expect((await viewOf(here, history.negotiation_id)).state).toBe("PROPOSED");
  });

  it("while the log is slow: what was accepted stays Ada's, with its salts [OAP-50]", async () => {
    const here = await world();
    let hold: Promise<void> | undefined;
    const append: typeof here.log.append = async (...entry) => {
      await hold;
      return here.log.append(...entry);
    };
    const slow = await world({ log: { ...here.log, append, has: () => false }, clock: here.clock, logMs: 5 });
    const there = await world({ log: here.log, clock: here.clock });
    const { history } = await proposed(slow);
    let release = (): void => undefined;
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const accepting = slow.host.accept(await here.smith.accept(history));
    const open_id = history.negotiation_id.replace("neg", "opn");
    const own = await there.smith.open({ ...opening(here), responder: here.eve.did });
    const first = good(
      await there.host.open(await resigned(own, { open_id }, "open", await signers.smith())),
    );
    const offer = await there.smith.propose({ ...first.history, history: [] }, { terms: { price: "1.00" } });
    const offered = good(await there.host.propose(offer)).history;
    good(await there.host.accept(await there.eve.accept(offered)));
    release();
    await here.clock.advance(5);
    expect(good(await accepting).agreement.terms).toEqual({ price: "40.00" });
    const view = await viewOf(slow, history.negotiation_id);
    expect(view).toMatchObject({
      state: "ACCEPTED",
      agreement: { terms: { price: "40.00" } },
      complete: false,
    });
    expect(view.salt_secret).toMatch(/^[\w-]{43}$/);
    // Nobody waits for a place in the log that it will never have.
    const conflict = { ok: false, code: "command_conflict" };
    const [negotiationId, agreement_id] = [history.negotiation_id, view.agreement?.agreement_id];
    const cosigned = await here.ada.cosign(view);
    const as = (caller: string) => ({ caller, negotiationId });
    expect(await slow.host.cosign(cosigned, as(here.ada.did))).toMatchObject(conflict);
    const hidden = { agreement_id, pointers: ["/terms/price"] };
    expect(await slow.host.redact(hidden, as(here.smith.did))).toMatchObject(conflict);
  });
});
