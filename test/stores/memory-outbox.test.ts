import { describe, expect, it } from "vitest";
import { MemoryOutbox } from "../../src/stores/memory-outbox.js";
import { isDeepFrozen } from "../core/builders.js";

describe("MemoryOutbox", () => {
  it("keeps positions valid when negotiations between them are dropped", () => {
    const outbox = new MemoryOutbox();
    const ids = ["a", "b", "a", "c", "b"];
    for (const [version, id] of ids.entries()) outbox.append(id, version, [{ type: id, body: null }]);
    const all = outbox.read(null, 9);
    outbox.drop(new Set(["b"]));
    const left = all.filter(({ negotiationId }) => negotiationId !== "b");
    expect(outbox.read(null, 9)).toEqual(left);
    expect(outbox.read(all[1]?.position ?? "", 9)).toEqual(left.slice(1));
    outbox.trim(all[2]?.position ?? "");
    expect(outbox.read(null, 9)).toEqual(left.slice(2));
    outbox.clear();
    outbox.append("d", 0, [{ type: "d", body: null }]);
    expect(outbox.read(all[4]?.position ?? "", 9)).toHaveLength(1);
  });

  it("prepares frozen copies", () => {
    const outbox = new MemoryOutbox();
    const body = { n: [1] };
    const [prepared] = outbox.prepared([{ type: "x", body }]);
    body.n.push(2);
    expect(prepared?.body).toEqual({ n: [1] });
    expect(isDeepFrozen(prepared?.body)).toBe(true);
  });

  it("refuses what is no position", () => {
    const outbox = new MemoryOutbox();
    for (const position of ["", "x", "-1", "1.5", 1 as never]) {
      expect(() => outbox.read(position, 1)).toThrow(TypeError);
      expect(() => outbox.trim(position)).toThrow(TypeError);
    }
  });
});
