import { describe, expect, it } from "vitest";
import { good, MANIFEST, opened, opening, until, viewOf, world } from "../host-setup.js";
import { codeOf, resigned, signers } from "../oap-world.js";
import { kindsIn, offeredByAda } from "./stage.js";

const manifest = {
  ...MANIFEST,
  withdrawal_penalty_terms: "https://tool.example/walking-away.pdf",
  withdrawal_penalty_hash: `sha256-${"A".repeat(43)}=`,
  withdrawal_penalty: { amount: "250.00", currency: "EUR" },
};

describe("A stranger fills the public log", () => {
  it("with withdrawals that carry a book each: one under a penalty has 32,768 bytes at most [OAP-56]", async () => {
    const here = await world({ manifest, isForgetful: true });
    const view = await opened(here);
    const plain = await here.ada.withdraw(view);
    const fatBy = async (more: number) =>
      resigned(plain, { extensions: { anything: "E".repeat(more) } }, "withdraw", await signers.ada());
    const over = 32_768 - new TextEncoder().encode(JSON.stringify(await fatBy(1))).length + 2;
    for (const more of [63_000, over]) {
      expect(codeOf(await here.host.withdraw(await fatBy(more)))).toBe("document_invalid");
    }
    expect((await viewOf(here, view.negotiation_id)).state).toBe("OPEN");
    good(await here.host.withdraw(await fatBy(over - 1)));
    await until(() => here.port.size() === 1);
    expect(await kindsIn(here.port)).toEqual(["withdrawal_penalty"]);
  });

  it("nowhere else: what costs nothing is not logged, and may be as long as any document [OAP-56]", async () => {
    const here = await world({ isForgetful: true });
    const plain = await here.ada.withdraw(await opened(here));
    const fat = await resigned(
      plain,
      { extensions: { anything: "E".repeat(9_000) } },
      "withdraw",
      await signers.ada(),
    );
    good(await here.host.withdraw(fat));
    expect(await kindsIn(here.port)).toEqual([]);
  });
});

describe("A stranger pushes Ada's deal out of a room without a store", () => {
  it("by opening and leaving, more often than it keeps: her deal stays [OAP-24]", async () => {
    const here = await world({ service: { keepSettled: 3 } });
    const { view } = await offeredByAda(here);
    good(await here.host.accept(await here.smith.accept(view)));
    for (let time = 0; time < 9; time += 1) {
      const { history } = good(await here.host.open(await here.eve.open(opening(here))));
      good(await here.host.withdraw(await here.eve.withdraw(history)));
    }
    expect((await viewOf(here, view.negotiation_id)).agreement?.agreement_hash).toBeDefined();
  });
});
