import { once } from "node:events";
import { expect, it } from "vitest";
import { inspectedRows, runExample, startExample } from "./run-example.js";

it("two bots of the chat come to terms although a line drops, and everything ends by itself [EM-1]", async () => {
  const { code, stdout, stderr } = await runExample("chat-room/main.ts", ["--bots"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toBe("1. Buyer: propose 600");
  expect(lines.at(-1)).toBe("accepted (accept)");
});

it("the chat's server shows its negotiations in the inspector whose address it has printed [UI-1]", async () => {
  const { child, lines } = startExample("chat-room/main.ts", ["--port", "0"]);
  for await (const line of lines) {
    if (!line.startsWith("The inspector")) continue;
    expect(await inspectedRows(line)).toEqual([]);
    child.kill("SIGINT");
  }
  if (child.exitCode === null) await once(child, "exit");
  expect(child.exitCode).toBe(0);
});
