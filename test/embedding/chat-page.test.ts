import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { NegotiationRoomsOptions } from "../../src/index.js";
import { violationsIn } from "../kit/axe.js";
import { click, heading, is, misfits, note, offer, people, program, rows } from "./host-page.js";
import { servedChat } from "./served-chat.js";

const Terms = z.strictObject({
  price: z.int().min(1).max(999).meta({ title: "Price", description: "EUR" }),
  by: z.iso.date().optional().meta({ title: "By" }),
  payment: z.enum(["cash", "later"]).meta({ title: "Payment" }),
  extras: z.array(z.string().min(1)).max(2).meta({ title: "Extras" }),
  place: z.strictObject({ city: z.string(), isIndoors: z.boolean() }).meta({ title: "Place" }),
});
const FIRST: z.infer<typeof Terms> = {
  price: 40,
  payment: "cash",
  extras: [],
  place: { city: "Ulm", isIndoors: false },
};
const ACTIONS = ["propose", "counter", "accept", "reject", "question", "withdraw"] as const;

describe.skipIf(program === undefined)(`the page of the chat in headless Chromium${note}`, () => {
  const { stops, open } = people();

  /** A server, and the pages of two people; what their consoles said. */
  async function seated(
    rules: NegotiationRoomsOptions["rules"] = {},
    width = 1_100,
    colorScheme: "light" | "dark" = "light",
  ) {
    const one = await servedChat({
      ...{ page: Terms, example: FIRST, terms: Terms },
      rules: { actions: [...ACTIONS], cap: { limit: 8 }, ...rules },
    });
    stops.push(one.stop);
    const said: string[] = [];
    const look = (id: string) => open(`${one.url}/?token=one/${id}`, id, said, width, colorScheme);
    return { ...one, said, ada: await look("ada"), smith: await look("smith") };
  }

  it("accepted: an offer, a counter by the form of the schema with its differences, and one click [EM-5]", async () => {
    const { ada, smith, said, chat } = await seated();
    await click(ada, "propose");
    await offer(ada);
    await is(smith, "proposed");
    expect(await Promise.all([heading(ada), heading(smith)])).toEqual(["smith thinks", "Your turn"]);
    expect(await rows(smith)).toEqual([
      ["", "Price", "40 EUR"],
      ["", "By", "–"],
      ["", "Payment", "cash"],
      ["", "Extras", "none"],
      ["", "Place, city", "Ulm"],
      ["", "Place, isIndoors", "no"],
    ]);
    await click(smith, "counter");
    await smith.selectOption("select[name=payment]", { label: "later" });
    await smith.fill("input[name=by]", "2027-02-01");
    await smith.getByText("Add", { exact: true }).click();
    await smith.locator(".item input").fill("Rain cover");
    await smith.check("input[name=isIndoors]");
    await smith.fill("input[name=message]", "It is <b>nearly</b> new.");
    await offer(smith, { price: 60 });
    await is(ada, "countered");
    expect(await rows(ada)).toEqual([
      ["changed", "Price", "60 EUR +20", "40 EUR"],
      ["changed", "By", "2027-02-01", "–"],
      ["changed", "Payment", "later", "cash"],
      ["changed", "Extras", "Rain cover", "none"],
      ["", "Place, city", "Ulm", "same"],
      ["changed", "Place, isIndoors", "yes", "no"],
    ]);
    expect(await ada.locator(".history q").textContent()).toBe("It is <b>nearly</b> new.");
    await click(ada, "accept");
    await Promise.all([is(ada, "accepted"), is(smith, "accepted")]);
    expect(await heading(smith)).toBe("It is a deal");
    expect(chat.rooms.peek("one")?.getLatestNegotiation()?.standing?.terms).toEqual({
      ...{ price: 60, by: "2027-02-01", payment: "later", extras: ["Rain cover"] },
      place: { city: "Ulm", isIndoors: true },
    });
    expect(said).toEqual([]);
  });

  it("rejected: no deal, and another negotiation after it [EM-5]", async () => {
    const { ada, smith, said, clock } = await seated();
    await click(ada, "propose");
    await offer(ada);
    await click(smith, "reject");
    await Promise.all([is(ada, "rejected"), is(smith, "rejected")]);
    await clock.advance(1);
    await click(smith, "propose");
    await offer(smith, { price: 70 });
    await is(ada, "proposed");
    expect((await rows(ada))[0]).toEqual(["", "Price", "70 EUR"]);
    expect(said).toEqual([]);
  });

  it("withdrawn: a question, its answer, and somebody leaves the table [EM-5]", async () => {
    const { ada, smith, said } = await seated();
    await click(ada, "propose");
    await offer(ada);
    await click(smith, "question");
    await smith.fill("input[name=message]", "Why so little?");
    await smith.click("form.drawer button.primary");
    await click(ada, "withdraw");
    await Promise.all([is(ada, "withdrawn"), is(smith, "withdrawn")]);
    expect(await smith.locator(".history li").allTextContents()).toEqual([
      "ada offeredPrice 40 EUR · By – · Payment cash · Extras none · Place, city Ulm · Place, isIndoors no",
      "You askedWhy so little?",
      "ada left the table",
    ]);
    expect(said).toEqual([]);
  });

  it("expired: a muted page, whose countdown runs and hurries [EM-5]", async () => {
    const { ada, smith, said, clock } = await seated({ turnMs: 20_000 });
    await click(ada, "propose");
    await offer(ada);
    await is(smith, "proposed");
    const countdown = smith.locator(".clock");
    await expect.poll(() => countdown.textContent()).toMatch(/^0:(20|19|18)$/);
    await clock.advance(20_000);
    await Promise.all([is(ada, "expired"), is(smith, "expired")]);
    expect(await heading(smith)).toBe("Time ran out");
    expect(await smith.locator(".why").textContent()).toBe("A turn passed without an answer.");
    expect(await countdown.isVisible()).toBe(false);
    expect(said).toEqual([]);
  });

  it("stalled: there are no turns left [EM-5]", async () => {
    const { ada, smith, said } = await seated({ cap: { limit: 2, result: "stalled", mode: "reach" } });
    await click(ada, "propose");
    await offer(ada);
    await click(smith, "counter");
    await offer(smith, { price: 60 });
    await Promise.all([is(ada, "stalled"), is(smith, "stalled")]);
    expect(await heading(ada)).toBe("Stuck");
    expect(said).toEqual([]);
  });

  it.each(
    ([390, 1_100] as const).flatMap((width) =>
      (["light", "dark"] as const).map((scheme) => [width, scheme] as const),
    ),
  )("is as axe wants it, and no wider than its window, at %i px, %s [EM-5]", async (width, scheme) => {
    const { ada, smith, said } = await seated({}, width, scheme);
    await click(ada, "propose");
    expect(await violationsIn(ada)).toEqual([]);
    await offer(ada);
    await is(smith, "proposed");
    await click(smith, "counter");
    await offer(smith, { price: 60 });
    await is(ada, "countered");
    for (const page of [ada, smith]) {
      expect(await violationsIn(page)).toEqual([]);
      expect(await misfits(page)).toEqual({ px: 0, words: [] });
    }
    await click(ada, "accept");
    await is(smith, "accepted");
    expect(await violationsIn(smith)).toEqual([]);
    const ground = await smith.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(ground).toBe(scheme === "light" ? "rgb(244, 242, 238)" : "rgb(22, 24, 28)");
    expect(said).toEqual([]);
  });

  it("shows a refusal with its code and the fresh view, and goes on [EM-3]", async () => {
    const { ada, smith, said, chat } = await seated({ messageRequiredFor: ["question", "counter"] }, 390);
    await click(ada, "propose");
    await offer(ada);
    await click(smith, "counter");
    await offer(smith, { price: 60 });
    await smith.waitForSelector(".alert code");
    expect(await smith.locator(".alert code").textContent()).toBe("message_required");
    await smith.fill("input[name=message]", "Please.");
    await offer(smith, { price: 61 });
    await is(ada, "countered");
    expect(await smith.locator(".alert").isVisible()).toBe(false);
    // The page shows what is stale until it hears more: what was clicked on is not what stands.
    const room = chat.rooms.room("one");
    const { id } = room.getActiveNegotiation() ?? { id: "" };
    await ada.context().setOffline(true);
    const terms = { ...FIRST, price: 50, extras: ["a basket of willow", "a child seat of last spring"] };
    await room.submit(id, "ada", { action: "counter", terms, message: "Or 50?" });
    await is(smith, "countered");
    await expect
      .poll(() => rows(smith).then(([first]) => first))
      .toEqual(["changed", "Price", "50 EUR −11", "61 EUR"]);
    expect(await misfits(smith)).toEqual({ px: 0, words: [] });
    expect(said.filter((line) => line.startsWith("smith"))).toEqual([]);
  });

  it("hands in a move on the version that is shown, and shows what comes with a refusal [EM-3]", async () => {
    const { smith, chat } = await seated();
    const room = chat.rooms.room("one");
    const { id } = await room.createNegotiation("ada", "smith", FIRST);
    const snapshot = async () => {
      const [view, legal] = [await room.viewFor(id, "smith"), await room.legalMoves(id, "smith")];
      return JSON.stringify({ version: view?.version, view, legal, now: Date.now() });
    };
    const stale = await snapshot();
    await room.submit(id, "smith", { action: "counter", terms: { ...FIRST, price: 60 } });
    await room.submit(id, "ada", { action: "counter", terms: { ...FIRST, price: 50 } });
    const fresh = await snapshot();
    await smith.evaluate(
      "import('/page/negotiation-card.js').then((card) => Object.assign(globalThis, card))",
    );
    // A card without a line: what it shows is what it was told, and the answer.
    const [sent, code, price] = await smith.evaluate(
      async ([was = "", is = ""]) => {
        const { negotiationCard } = globalThis as never as { negotiationCard: (options: object) => any };
        const messages: { expectedVersion?: number }[] = [];
        const send = async (message: object) => {
          messages.push(message);
          return { ok: false, code: "stale_version", message: "Look again.", snapshot: JSON.parse(is) };
        };
        const schema = { properties: { price: { type: "integer" } } };
        const card = negotiationCard({ me: "smith", schema, send, first: () => ({}) });
        card.show(JSON.parse(was));
        card.element.querySelector("[data-action=accept]").click();
        await new Promise((resolve) => setTimeout(resolve));
        const textOf = (selector: string) => card.element.querySelector(selector)?.textContent;
        return [messages, textOf(".alert code"), textOf("tbody td")] as const;
      },
      [stale, fresh],
    );
    expect(sent).toMatchObject([{ negotiationId: id, expectedVersion: 0, move: { action: "accept" } }]);
    expect([code, price]).toEqual(["stale_version", expect.stringMatching(/^50/)]);
  });
});
