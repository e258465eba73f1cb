import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patched } from "../../examples/oap-vectors/json-patch.js";
import { NegotiationService } from "../../src/index.js";
import {
  createOapHost,
  createTransparencyLog,
  memoryLog,
  type OapHost,
  oapRoom,
} from "../../src/oap/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { testKey } from "../oap/log-fixtures.js";
import { sha256, vectors } from "./oap-vector-files.js";

const file = vectors("moves.json");

/** The document of a step, which may be that of another, changed. */
function bodyOf(step: any): any {
  const { body, same_as, patch = [] } = step;
  return body ?? patched(bodyOf(file.steps[same_as]), patch);
}

describe("moves.json", () => {
  const clock = new ManualClock(Date.parse(file.steps[0].at));
  let service: NegotiationService;
  let host: OapHost;
  let port: ReturnType<typeof memoryLog>;
  const answers: any[] = [];
  /** What a refusal changed: nothing, as it should be. */
  const changes: boolean[] = [];

  beforeAll(async () => {
    const room = oapRoom();
    service = new NegotiationService("vectors", { ...room, clock });
    port = memoryLog();
    const log = createTransparencyLog({
      port,
      sha256,
      origin: "tool.example/log",
      signer: testKey(9),
      clock,
    });
    host = createOapHost({
      ...{ service, admit: room.admit, did: file.host, manifest: file.manifest, log, sha256, clock },
    });
    const ids = new Set<string>();
    const stored = async (): Promise<string> =>
      JSON.stringify([[...ids].map((id) => service.getNegotiation(id)), await port.read(0, 100)]);
    for (const step of file.steps) {
      await clock.advance(Date.parse(step.at) - clock.now());
      const before = await stored();
      const body = bodyOf(step);
      const answer: any = await host[step.operation as "open"](body);
      changes.push((await stored()) !== before);
      const { from: caller, negotiation_id } = body.acceptance ?? body;
      const seen: any =
        answer.ok && step.operation === "accept" ? await host.history(negotiation_id, { caller }) : answer;
      answers.push(seen);
      if (answer.ok && step.operation === "open") ids.add(answer.history.negotiation_id);
    }
  });
  afterAll(() => service.close());

  it.each(
    file.steps.map((step: any, index: number) => [index, step.requirement, step.name]) as [
      number,
      string,
      string,
    ][],
  )("T18: step %i, %s: %s", (index) => {
    const { ok, code, state, same_as, patch } = file.steps[index];
    const answer = answers[index];
    expect({ ok: answer.ok, code: answer.code, state: answer.history?.state }).toEqual({ ok, code, state });
    if (!ok || (same_as !== undefined && patch === undefined)) expect(changes[index]).toBe(false);
    else if (file.steps[index].operation !== "open") expect(changes[index]).toBe(true);
  });

  it("T18: one agreement came of it, and one entry in the log", async () => {
    const kinds = (await port.read(0, 100)).map(({ entry }) => entry.kind);
    expect(kinds).toEqual(["agreement"]);
  });
});
