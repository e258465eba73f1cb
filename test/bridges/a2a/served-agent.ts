/**
 * @module
 * Agents that are served for one test, what is said to them, and what their tasks tell.
 */

import type { Message, Part, Task } from "@a2a-js/sdk";
import type { Client } from "@a2a-js/sdk/client";
import { afterEach } from "vitest";
import { serveAgent } from "./serve-agent.js";

export { bargainer, clientOf, fetchAs } from "./serve-agent.js";

/** The extension that the tests declare. */
export const URI = "urn:concordat:a2a:negotiation:v1";

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Serves rooms as an agent until the test ends; a bearer token is the caller's own id. */
export const served: typeof serveAgent = async (options) => {
  const agent = await serveAgent(options);
  open.push(agent.close);
  return agent;
};

let count = 0;

/** A request with one data part, and whatever else is given. */
export function saying(
  data: unknown,
  given: Partial<Message> & { readonly returnImmediately?: boolean } = {},
): Parameters<Client["sendMessage"]>[0] {
  const { returnImmediately = false, ...message } = given;
  count += 1;
  return {
    tenant: "",
    metadata: undefined,
    configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately },
    message: {
      messageId: `message-${count}`,
      contextId: "",
      taskId: "",
      role: 1,
      parts: [part(data)],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...message,
    },
  };
}

/** A data part. */
export function part(value: unknown): Part {
  return {
    content: { $case: "data", value },
    mediaType: "application/json",
    filename: "",
    metadata: undefined,
  };
}

/** A text part. */
export function text(value: string): Part {
  return { content: { $case: "text", value }, mediaType: "text/plain", filename: "", metadata: undefined };
}

/** What a task says: its state by name, the data of its status message, and what the extension adds. */
export function told(result: Task | Message | undefined) {
  const task = result as Task;
  const data = (parts?: Part[]): any =>
    parts?.[0]?.content?.$case === "data" ? parts[0].content.value : undefined;
  return {
    id: task.id,
    contextId: task.contextId,
    state: STATES[task.status?.state ?? 0],
    data: data(task.status?.message?.parts),
    extension: task.metadata?.[URI] as any,
    outcome: data(task.artifacts.find(({ name }) => name === "negotiation-outcome")?.parts),
    history: task.history.map(({ parts }) => data(parts)),
  };
}

const STATES = [
  "",
  "submitted",
  "working",
  "completed",
  "failed",
  "canceled",
  "input required",
  "rejected",
  "auth",
];
