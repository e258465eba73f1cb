import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../../src/stores/memory/index.js";
import { RandomStream } from "../../../../src/testing/harness/index.js";
import {
  drawnClients,
  drawnSteps,
  StoreModel,
  type StoreStep,
  withoutRevivals,
} from "../../../../src/testing/stores/lab/index.js";

const STREAMS = Array.from({ length: 200 }, (_, seed) => new RandomStream(seed, "test"));
const SEQUENCES = STREAMS.map((random) => withoutRevivals(drawnSteps(random)));

describe("drawn steps", () => {
  it("meet often: every answer comes up", () => {
    const answers = new Set<string>();
    for (const steps of SEQUENCES) {
      const model = new StoreModel();
      for (const step of steps) {
        const answer = step.on(model) as { readonly ok?: boolean; readonly reason?: string } | null;
        answers.add(`${step.method} ${answer?.reason ?? answer?.ok ?? "found"}`);
      }
    }
    expect([...answers].sort()).toEqual(
      expect.arrayContaining([
        "commit conflict",
        "commit duplicate",
        "commit missing",
        "commit true",
        "create duplicate",
        "create exclusive",
        "create exists",
        "create true",
      ]),
    );
  });

  it("take up nothing that has ended", () => {
    for (const steps of SEQUENCES) {
      const store = new MemoryStore();
      for (const step of steps) {
        const { id, isFinal } = (step.given ?? {}) as { readonly id?: string; readonly isFinal?: boolean };
        const before = id === undefined ? null : store.load(id);
        const answer = step.on(store) as { readonly ok?: boolean };
        if (step.method === "commit" && answer.ok && before?.isFinal) expect(isFinal).toBe(true);
      }
    }
  });

  it("tell cursors as more, at once or later, and themselves as calls", async () => {
    const list = SEQUENCES.flat().find(({ method }) => method === "list") as StoreStep;
    const page = { items: [], next: "9:a" };
    const store = new MemoryStore();
    store.list = () => page;
    expect(list.on(store)).toEqual({ items: [], next: "more" });
    store.list = (() => Promise.resolve(page)) as never;
    expect(await list.on(store)).toEqual({ items: [], next: "more" });
    expect(String(list)).toMatch(/^list\(\{.*"limit":\d/);
  });
});

describe("drawn clients", () => {
  it("end nothing, and often race for one version", () => {
    const clients = STREAMS.map(drawnClients);
    const firsts = clients.map((both) =>
      both.map(([first]) => first?.given as { id?: string; isFinal?: boolean }),
    );
    const races = firsts.filter(([one, other]) => one?.id === "a" && other?.id === "a");
    expect(races.length).toBeGreaterThan(30);
    const writes = clients.flat(2).filter(({ method }) => method === "commit" || method === "create");
    for (const { given } of writes) expect(given).toMatchObject({ isFinal: false });
  });
});
