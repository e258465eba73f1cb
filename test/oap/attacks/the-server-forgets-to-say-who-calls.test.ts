import { describe, expect, it } from "vitest";
import { opening, proposed, world } from "../host-setup.js";

describe("The server forgets to say who calls", () => {
  // What a session without a user, an empty header or a broken lookup gives.
  it.each([undefined, null, "", 0, false, {}, []])(
    "and says %j: nobody is known, so that nothing opens and nothing is told [OAP-37]",
    async (caller) => {
      const here = await world();
      const open = await here.ada.open(opening(here));
      const ask = async (path: string, body: object): Promise<number> => {
        const headers = { "content-type": "application/json" };
        const given = { method: "POST", headers, body: JSON.stringify(body) };
        const request = new Request(`https://tool.example/oap/negotiation/${path}`, given);
        return (await here.host.fetch(request, caller as never)).status;
      };
      expect(await ask("open", open)).toBe(401);
      const { document, history } = await proposed(here);
      expect(await ask(`${history.negotiation_id}/propose`, document)).toBe(401);
      const request = await here.smith.accept(history);
      expect(await ask(`${history.negotiation_id}/accept`, request)).toBe(401);
    },
  );

  it.each([
    ...[null, undefined, 5, {}, { url: "" }, { url: "/oap/negotiation/open" }, { url: "open" }],
    { url: "https://tool.example/oap/negotiation/open", method: "POST" },
  ])(
    "or what was asked, and hands in %j: that is its own failure, and an answer [OAP-37]",
    async (request) => {
      const here = await world();
      const heard: unknown[] = [];
      const options = { onError: (error: unknown) => void heard.push(error) };
      const answer = await here.host.fetch(request as never, here.ada.did, options);
      expect(answer.status).toBe(500);
      expect(await answer.json()).toMatchObject({ code: "internal" });
      expect(heard).toEqual([expect.any(TypeError)]);
    },
  );

  it("and is asked by HEAD: the head is that of a GET, and no body comes with it [OAP-37]", async () => {
    const here = await world();
    const { history } = await proposed(here);
    const answers = await Promise.all(
      ["GET", "HEAD"].map((method) => {
        const url = `https://tool.example/oap/negotiation/${history.negotiation_id}`;
        return here.host.fetch(new Request(url, { method }), here.ada.did);
      }),
    );
    const [get, head] = answers.map(({ status, headers }) => ({ status, headers: [...headers] }));
    expect(head).toEqual(get);
    expect(await answers[1]?.text()).toBe("");
    expect(await answers[0]?.text()).toContain(history.negotiation_id);
  });
});
