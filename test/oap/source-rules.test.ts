import ts from "typescript";
import { expect, it } from "vitest";
import { nodesOf, placeOf, sourceFiles } from "../package/source-files.js";

const files = sourceFiles.filter(({ path }) => path.startsWith("oap/"));

it("SG-8: copies by Object.assign and for...in are nowhere in oap/", () => {
  expect(files.length).toBeGreaterThan(15);
  const strays = files.flatMap((file) => [
    ...nodesOf(file.tree, ts.isForInStatement).map((node) => placeOf(file, node)),
    ...nodesOf(file.tree, ts.isPropertyAccessExpression)
      .filter((node) => node.getText(file.tree) === "Object.assign")
      .map((node) => placeOf(file, node)),
  ]);
  expect(strays).toEqual([]);
});

it("SG-39: nothing of Node is named in oap/", () => {
  // `require` is an option as well: of Node is what is called.
  const isOfNode = (node: ts.Node): node is ts.Identifier =>
    ts.isIdentifier(node) &&
    (["Buffer", "process"].includes(node.text) ||
      (node.text === "require" && ts.isCallExpression(node.parent) && node.parent.expression === node));
  expect(files.flatMap((file) => nodesOf(file.tree, isOfNode).map((node) => placeOf(file, node)))).toEqual(
    [],
  );
});
