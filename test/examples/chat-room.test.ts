import { expect, it } from "vitest";
import { runExample } from "./run-example.js";

it("two bots of the chat come to terms although a line drops, and everything ends by itself [EM-1]", async () => {
  const { code, stdout, stderr } = await runExample("chat-room/main.ts", ["--bots"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toBe("1. Buyer: propose 600");
  expect(lines.at(-1)).toBe("accepted (accept)");
});
