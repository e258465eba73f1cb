import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import createClient from "openapi-fetch";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { expect, it } from "vitest";
import { z } from "zod";
import { served } from "./served-bridge.js";

// A client that a public generator makes of the document: its types hold, and a deal is made with it.

/** What a user of the generated types writes; the second move is a mistake that they have to see. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./paths.js";
const client = createClient<paths>({ baseUrl: "http://localhost" });
const path = { id: "neg_1" };
export const read = await client.GET("/negotiations/{id}", { params: { path } });
export const status: "open" | "proposed" | "countered" | "accepted" | "rejected" | "withdrawn" | "expired" | "stalled" | undefined = read.data?.status;
export const code: string | undefined = read.error?.code;
await client.POST("/negotiations/{id}/moves", { params: { path }, body: { action: "accept" } });
// @ts-expect-error no such action
await client.POST("/negotiations/{id}/moves", { params: { path }, body: { action: "grab" } });
`;

it("a client generated from the document negotiates a deal, and its types hold [HT-9]", async () => {
  const terms = z.object({ price: z.number() });
  const { base, bridge } = await served({ terms });
  const folder = mkdtempSync(
    fileURLToPath(new URL("../../../node_modules/.generated-client-", import.meta.url)),
  );
  try {
    const document = JSON.parse(JSON.stringify(bridge.openApiDocument()));
    writeFileSync(`${folder}/paths.ts`, astToString(await openapiTS(document)));
    writeFileSync(`${folder}/program.ts`, PROGRAM);
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    };
    const found = ts.getPreEmitDiagnostics(ts.createProgram([`${folder}/program.ts`], options));
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const clientOf = (party: string) =>
    createClient<any>({ baseUrl: base, headers: { authorization: `Bearer ${party}` } }) as any;
  const [ada, smith] = [clientOf("ada"), clientOf("smith")];
  const body = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };
  const { data: made } = await ada.POST("/negotiations", { body });
  const params = { path: { id: made.id } };
  const early = await ada.POST("/negotiations/{id}/moves", { params, body: { action: "accept" } });
  expect([early.response.status, early.error.status]).toEqual([409, 409]);
  const done = await smith.POST("/negotiations/{id}/moves", { params, body: { action: "accept" } });
  expect(done.data.outcome).toMatchObject({ status: "accepted", proposal: { terms: { price: 40 } } });
  const { data } = await ada.GET("/negotiations/{id}/turns", { params });
  expect(data.turns.map(({ action }: { action: string }) => action)).toEqual(["propose", "accept"]);
});
