import ts from "typescript";
import { expect, it } from "vitest";
import { nodesOf, placeOf, sourceFiles } from "./source-files.js";

// Five drifting copies of the outcome were a defect of an existing system (docs/requirements/engine.md,
// B-23). What would be a second copy here: an object with an outcome's members, a spread of an outcome, a literal under the name
// `outcome`, and a cast to the type.

it("makes outcomes in one place, outcomeOf (B-23)", () => {
  const places = sourceFiles.flatMap((file) =>
    nodesOf(file.tree, ts.isObjectLiteralExpression)
      .filter((node) => looksLikeOutcome(node) || isUnderItsName(node))
      .map((node) => `${file.path} ${enclosingFunction(node)}`),
  );
  expect(places).toEqual(["core/record/next-record.ts outcomeOf"]);
});

it("casts to an outcome only there (B-23)", () => {
  const places = sourceFiles.flatMap((file) =>
    nodesOf(file.tree, ts.isAsExpression)
      .filter((node) => /^(Accepted|Decided|Closed)?Outcome\b/.test(node.type.getText(file.tree)))
      .filter((node) => enclosingFunction(node) !== "outcomeOf")
      .map((node) => placeOf(file, node)),
  );
  expect(places).toEqual([]);
});

function looksLikeOutcome(node: ts.ObjectLiteralExpression): boolean {
  const names = new Set(node.properties.map((property) => property.name?.getText()));
  const hasMembers =
    names.has("reason") && names.has("turnCount") && (names.has("proposal") || names.has("heldBy"));
  return hasMembers || node.properties.some((one) => ts.isSpreadAssignment(one) && isOutcome(one.expression));
}

function isOutcome(expression: ts.Expression): boolean {
  return /(^|[.?!])outcome!?$/.test(expression.getText());
}

function isUnderItsName(node: ts.ObjectLiteralExpression): boolean {
  const parent = node.parent;
  return ts.isPropertyAssignment(parent) && parent.name.getText() === "outcome";
}

function enclosingFunction(node: ts.Node): string {
  let at: ts.Node = node;
  while (at.parent !== undefined && !ts.isFunctionDeclaration(at)) at = at.parent;
  return ts.isFunctionDeclaration(at) ? (at.name?.text ?? "") : "";
}
