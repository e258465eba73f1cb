import { matchMaker, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { describe, expect, it } from "vitest";
import { gamePages } from "../../examples/game-room/game-pages.js";
import { type TradeOptions, tradeRoom } from "../../examples/game-room/trade-room.js";
import { click, heading, is, misfits, note, offer, people, program, rows } from "./host-page.js";

// Colyseus wants Node 22, its page any browser: the same parts as that of the chat, over @colyseus/sdk.

describe.skipIf(program === undefined)(`the page of the game in headless Chromium${note}`, () => {
  const { stops, open } = people();

  /** A server, and the pages of two players at one table. */
  async function seated(rules: TradeOptions["rules"] = {}, width?: number) {
    const playerOf = (token: string) => /^t-(\w+)$/.exec(token)?.[1];
    const page = gamePages(playerOf);
    const server = new Server({
      ...{ transport: new WebSocketTransport(), greet: false, gracefullyShutdown: false },
      express: (app) => void app.use((request, response, next) => void page(request, response, next)),
    });
    const Trades = tradeRoom({ playerOf, drainMs: 0, rules: { cap: { limit: 8 }, ...rules } });
    server.define("trade", Trades).filterBy(["table"]);
    server.onBeforeShutdown(Trades.drain);
    await server.listen(0, "127.0.0.1");
    stops.push(() => server.gracefullyShutdown(false));
    const address = server.transport.server?.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
    const said: string[] = [];
    const look = (id: string) => open(`${url}/?token=t-${id}&table=one`, id, said, width);
    const ada = await look("ada");
    await ada.waitForSelector(".dot.here");
    const smith = await look("smith");
    await ada.waitForSelector("[data-action=propose]");
    const [room] = await matchMaker.query({ name: "trade" });
    const inside = matchMaker.getLocalRoomById(room?.roomId ?? "") as InstanceType<typeof Trades>;
    return { url, said, look, ada, smith, inside };
  }

  it("accepted: an offer, a counter by the form of the schema with its differences, and one click [EM-5]", async () => {
    const { ada, smith, said, inside } = await seated();
    await click(ada, "propose");
    await offer(ada, { gold: 40 });
    await is(smith, "proposed");
    expect(await Promise.all([heading(ada), heading(smith)])).toEqual(["smith thinks", "Your turn"]);
    await click(smith, "counter");
    await smith.selectOption("select[name=good]", { label: "ore" });
    await offer(smith, { gold: 60 });
    await is(ada, "countered");
    expect(await rows(ada)).toEqual([
      ["changed", "Good", "ore", "wood"],
      ["", "Loads", "10", "same"],
      ["changed", "Price", "60 gold +20", "40 gold"],
    ]);
    await click(ada, "accept");
    await Promise.all([is(ada, "accepted"), is(smith, "accepted")]);
    expect(await heading(smith)).toBe("It is a deal");
    expect(inside.service.getLatestNegotiation()?.standing?.terms).toEqual({
      ...{ good: "ore", count: 10, gold: 60 },
    });
    expect(said).toEqual([]);
  });

  it("shows a refusal with its code, on a phone, and a countdown to whose end nobody moves [EM-3] [EM-5]", async () => {
    const { ada, smith, said } = await seated({ turnMs: 4_000, messageRequiredFor: ["counter"] }, 390);
    await click(ada, "propose");
    await offer(ada);
    await click(smith, "counter");
    await offer(smith, { gold: 60 });
    await smith.waitForSelector(".alert code");
    expect(await smith.locator(".alert code").textContent()).toBe("message_required");
    expect(await smith.locator(".clock").textContent()).toMatch(/^0:0\d$/);
    expect(await misfits(smith)).toEqual({ px: 0, words: [] });
    await Promise.all([is(ada, "expired"), is(smith, "expired")]);
    expect(said).toEqual([]);
  });

  it("takes who loads it anew, and whose line drops, back to the seat and to what was missed [EM-3]", async () => {
    const { ada, smith, inside } = await seated();
    await click(ada, "propose");
    await offer(ada, { gold: 40 });
    await is(smith, "proposed");
    await smith.reload();
    await is(smith, "proposed");
    expect(await smith.locator(".dot").allTextContents()).toEqual(["ada", "smith (you)"]);
    await click(smith, "counter");
    await offer(smith, { gold: 60 });
    await is(ada, "countered");
    const line = inside.clients.find(({ auth }) => auth?.playerId === "ada")?.ref as { terminate?(): void };
    line.terminate?.();
    await ada.getByText("Coming back").waitFor();
    await ada.getByText("Connected").waitFor();
    expect(inside.state.players.toJSON()).toEqual({ ada: true, smith: true });
    await click(ada, "accept");
    await Promise.all([is(ada, "accepted"), is(smith, "accepted")]);
    expect(inside.service.getLatestNegotiation()?.turns.map(({ partyId }) => partyId)).toEqual([
      ...["ada", "smith", "ada"],
    ]);
  });

  it("says so to whom nobody knows, and to a third at the table gives another [EN-58]", async () => {
    const { url, ada, look } = await seated();
    const said: string[] = [];
    const stranger = await open(`${url}/?token=nobody`, "nobody", said);
    await expect.poll(() => stranger.locator(".line").textContent()).toBe("This link is nobody's");
    const eve = await look("eve");
    await expect.poll(() => eve.locator(".dot").allTextContents()).toEqual(["eve (you)"]);
    expect(await ada.locator(".dot").allTextContents()).toEqual(["ada (you)", "smith"]);
  });
});
