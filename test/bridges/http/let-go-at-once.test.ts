import { expect, it } from "vitest";
import { createNegotiationClient } from "../../../src/bridges/client/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { served } from "./served-bridge.js";

/** Only for what hangs. */
const HANGS_MS = 10_000;

it(
  "a negotiation that is let go as it ends is answered and streamed to its end [HT-2, HT-6]",
  async () => {
    const { base, opened, ask } = await served({ service: { keepSettled: 0 } });
    const clientOf = (party: string) =>
      createNegotiationClient<any>({ baseUrl: base, headers: () => ({ authorization: `Bearer ${party}` }) });
    const [ada, smith] = [clientOf("ada"), clientOf("smith")];
    const id = decodeURIComponent((await opened()).split("/").at(-1) ?? "");
    const seen: string[] = [];
    let isOpen = (): void => {};
    const opens = new Promise<void>((resolve) => {
      isOpen = resolve;
    });
    const watching = (async () => {
      for await (const { view } of ada.watch(id)) {
        seen.push(view.status);
        isOpen();
      }
    })();
    await opens;
    expect(await smith.accept(id)).toMatchObject({
      ok: true,
      negotiation: { status: "accepted", legal: { actions: [] } },
    });
    await watching;
    expect(seen).toEqual(["proposed", "accepted"]);
    expect((await ask("GET", `/negotiations/${id}`, { as: "ada" })).status).toBe(404);
  },
  HANGS_MS,
);

it(
  "one that ends as it is opened is answered as it was made [HT-2]",
  async () => {
    const { ask } = await served({
      service: {
        keepSettled: 0,
        agentFor: ({ id }: { id: string }) =>
          id === "smith" ? scriptedAgent([{ action: "accept" }]) : undefined,
      },
    });
    const body = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };
    const answer = await ask("POST", "/negotiations", { as: "ada", body });
    expect([answer.status, answer.body.responder]).toMatchObject([201, { id: "smith" }]);
  },
  HANGS_MS,
);
