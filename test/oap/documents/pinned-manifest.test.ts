import { expect, it } from "vitest";
import { checkRules, mergeRules } from "../../../src/core/rules/index.js";
import { type Manifest, manifestRules, readManifest, unpinned } from "../../../src/oap/documents/index.js";
import { oapRules } from "../../../src/presets/oap/index.js";
import { roomRules } from "../../../src/presets/room/index.js";
import { AGENT_A, HASH, OPEN, PROPOSAL, RFC_PROPOSAL, TOOL } from "../documents.js";

const pinned = { host: TOOL, manifest_hash: HASH };

function manifest(fields: object = {}): Manifest {
  const answer = readManifest({ supported: true, categories: ["pricing"], ...fields });
  if (!answer.ok) throw new Error(answer.message);
  return answer.manifest;
}

it("OAP-28: the pinned block gives the cap and the default validity", () => {
  expect(manifestRules(manifest())).toEqual({ cap: { limit: 8 }, validityMs: 3_600_000 });
  expect(manifestRules(manifest({ max_rounds: 1, default_validity_minutes: 43_200 }))).toEqual({
    cap: { limit: 1 },
    validityMs: 2_592_000_000,
  });
});

it("OAP-7: they are rules of the preset, with its cap", () => {
  const rules = mergeRules(mergeRules(roomRules, oapRules), manifestRules(manifest({ max_rounds: 2 })));
  expect(checkRules(rules, "oap")).toMatchObject({
    ok: true,
    rules: { cap: { counts: "proposals", limit: { mixed: 2 }, mode: "exceed", result: "refuse" } },
  });
});

it("OAP-28, T1: a document of another host or manifest is told so; a proposal may name neither", () => {
  expect(unpinned(OPEN, pinned)).toBeUndefined();
  expect(unpinned(PROPOSAL, pinned)).toBeUndefined();
  expect(unpinned(RFC_PROPOSAL as object, pinned)).toBeUndefined();
  expect(unpinned({ ...OPEN, host: AGENT_A }, pinned)).toMatchObject({ code: "wrong_host", path: ["host"] });
  const other = `sha256-${"A".repeat(43)}=`;
  expect(unpinned({ ...PROPOSAL, manifest_hash: other }, pinned)).toMatchObject({
    code: "manifest_changed",
    path: ["manifest_hash"],
  });
});
