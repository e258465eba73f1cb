import { expect, it } from "vitest";
import { browserOfFile, note, program } from "../inspector/browser.js";
import { RULES, served } from "./served-bridge.js";

// The browser's own client of event streams: it has no header of ours, sends Last-Event-ID by itself, and stops at 204.

const open = browserOfFile();

it.skipIf(program === undefined)(
  `an EventSource of a browser is cut off, comes back by itself, and has missed nothing [HT-8]${note}`,
  async () => {
    const { base, server, rooms, opened } = await served({
      service: { rules: { ...RULES, cap: { limit: "unlimited" } } },
      authorize: ({ headers }) => {
        const party = headers.get("authorization")?.slice("Bearer ".length);
        const partyId = party ?? /\bas=(\w+)/.exec(headers.get("cookie") ?? "")?.[1];
        return partyId === undefined ? null : { partyId };
      },
    });
    const path = await opened();
    const id = path.slice(path.lastIndexOf("/") + 1);
    const { page } = await open(`${base}/openapi.json`);
    await page.evaluate((address) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as a page of the host's would have it
      document.cookie = "as=smith";
      const seen: number[] = [];
      const source = new EventSource(address);
      const take = ({ data }: MessageEvent): void => {
        const { view, missed } = JSON.parse(data);
        for (const { number } of missed ?? view.turns.slice(seen.length)) seen.push(number);
      };
      for (const name of ["snapshot", "turn:recorded"]) source.addEventListener(name, take);
      Object.assign(globalThis, { seen, source });
    }, `${path}/events`);
    const state = () =>
      page.evaluate(() => {
        const { seen, source } = globalThis as unknown as { seen: number[]; source: EventSource };
        return { seen, isClosed: source.readyState === EventSource.CLOSED };
      });
    const move = async (party: string, price: number): Promise<void> => {
      const { ok } = await rooms.room("market-7").submit(id, party, { action: "counter", terms: { price } });
      expect(ok).toBe(true);
    };
    await move("smith", 60);
    await expect.poll(state).toEqual({ seen: [1, 2], isClosed: false });
    server.closeAllConnections();
    await move("ada", 45);
    await move("smith", 55);
    await expect.poll(state).toEqual({ seen: [1, 2, 3, 4], isClosed: false });
    await rooms.room("market-7").submit(id, "ada", { action: "accept" });
    // It asks once more, and is told that there is nothing to come.
    await expect.poll(state).toEqual({ seen: [1, 2, 3, 4, 5], isClosed: true });
    await page.context().close();
  },
);
