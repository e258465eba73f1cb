/**
 * @module
 * Tables of the members of interfaces, read from the docstrings of `src/`: the rules one by one, the events with their
 * payloads, what an agent is told.
 */

import ts from "typescript";
import { nodesOf, sourceFiles } from "../package/source-files.js";
import { markdownTable } from "./markdown-table.js";

/** Each rule, and each member of those that have members: what may be said, the default, the meaning. */
export function rulesTable(): string {
  const rows = membersOf(interfaceOf("RulesInput")).flatMap((rule) => [
    rowOf(rule, rule.name),
    ...nestedIn(rule).map((member) => rowOf(member, `${rule.name}.${member.name}`)),
  ]);
  return markdownTable(["rule", "may be", "default", "meaning"], rows);
}

/** Each event: when it is told, and its payload; below it what stands in the payloads. */
export function eventTable(): string {
  const events = ["CommitEvents", "ServiceEvents"].flatMap((name) => membersOf(interfaceOf(name)));
  const payloads = [...new Set(events.map(({ type }) => nameIn(type)))].filter(
    (name) => name !== "Negotiation",
  );
  const rows = events.map(({ name, type, says }) => [`\`${name}\``, says, payloadOf(nameIn(type))]);
  const fields = payloads.flatMap((name) =>
    membersOf(interfaceOf(name))
      .filter(({ type }) => nameIn(type) !== "Negotiation")
      .map((member) => [`\`${name}\``, ...memberRow(member)]),
  );
  return [
    markdownTable(["event", "told when", "payload"], rows),
    "",
    "`Negotiation`, and `negotiation` in the others, is the frozen record as of that commit. What else stands in them:",
    "",
    markdownTable(["payload", "member", "type", "meaning"], fields),
  ].join("\n");
}

/** The members of an interface with their types and meanings. */
export function memberTable(name: string): string {
  return markdownTable(["member", "type", "meaning"], membersOf(interfaceOf(name)).map(memberRow));
}

interface Member {
  readonly name: string;
  readonly type: ts.TypeNode;
  /** Its docstring without tags, as one line. */
  readonly says: string;
  /** Of `@default`; empty where there is none. */
  readonly byDefault: string;
}

function memberRow({ name, type, says }: Member): readonly string[] {
  return [`\`${name}\``, `\`${shownType(type)}\``, says];
}

function rowOf(member: Member, name: string): readonly string[] {
  const { type, byDefault, says } = member;
  return [
    `\`${name}\``,
    nestedIn(member).length > 0 ? "the members below" : `\`${shownType(type)}\``,
    byDefault,
    says,
  ];
}

/** The members of the object that a rule may be, where each has a docstring: else its type says enough. */
function nestedIn({ type }: Member): readonly Member[] {
  const [literal] = nodesWithin(type).filter(ts.isTypeLiteralNode);
  const members = literal === undefined ? [] : membersOf(literal);
  return members.every(({ says }) => says !== "") ? members : [];
}

function nodesWithin(type: ts.TypeNode): readonly ts.TypeNode[] {
  return ts.isUnionTypeNode(type) ? type.types : [type];
}

function payloadOf(name: string): string {
  if (name === "Negotiation") return "`Negotiation`";
  const members = membersOf(interfaceOf(name)).map((member) => member.name);
  return `\`${name}\`: \`{ ${members.join(", ")} }\``;
}

function interfaceOf(name: string): ts.InterfaceDeclaration {
  const found = sourceFiles.flatMap(({ tree }) =>
    nodesOf(tree, ts.isInterfaceDeclaration).filter((node) => node.name.text === name),
  );
  if (found[0] === undefined || found.length > 1) {
    throw new Error(`Expected one interface ${name}, got ${found.length}.`);
  }
  return found[0];
}

function membersOf(node: ts.InterfaceDeclaration | ts.TypeLiteralNode): readonly Member[] {
  return node.members.filter(ts.isPropertySignature).flatMap((member) => {
    if (member.type === undefined) return [];
    const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
    const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === "default");
    return [{ name, type: member.type, says: textOf(member), byDefault: defaultOf(tag) }];
  });
}

function defaultOf(tag: ts.JSDocTag | undefined): string {
  const text = ts.getTextOfJSDocComment(tag?.comment) ?? "";
  return /^(?:"[^"]*"|\[.*\]|[\d_]+|null|true|false)$/.test(text) ? `\`${text}\`` : text;
}

function textOf(node: ts.Node): string {
  const docs = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(docs?.comment) ?? "").replace(/\s+/g, " ").trim();
}

function nameIn(type: ts.TypeNode): string {
  return ts.isTypeReferenceNode(type) ? type.typeName.getText() : type.getText();
}

/** As a reader would write it: no `readonly`, and no `undefined`, which only says that it may be left out. */
function shownType(type: ts.TypeNode): string {
  return type
    .getText()
    .replace(/\breadonly /g, "")
    .replace(/\s+/g, " ")
    .replace(/^\| /, "")
    .replace(/ \| undefined\b/g, "");
}
