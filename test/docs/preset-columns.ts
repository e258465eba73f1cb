/**
 * @module
 * The table of presets of docs/guide/rules.md: options as rows, presets as columns.
 */

import type { RulesInput } from "../../src/core/rules/index.js";
import { markdownTable } from "./markdown-table.js";

/**
 * Every option of every preset; bold where it differs from the default.
 *
 * @param presets - by name, their rules complete
 * @param defaultName - the preset whose rules are the defaults; it comes first
 */
export function presetTable(
  presets: Readonly<Record<string, { readonly rules: RulesInput }>>,
  defaultName: string,
): string {
  const defaults = membersOf(presets[defaultName]!.rules);
  const others = Object.keys(presets).filter((name) => name !== defaultName);
  const rows = Object.keys(defaults).map((option) => [
    `\`${option}\``,
    shownOption(option, defaults[option]),
    ...others.map((name) => {
      const value = shownOption(option, membersOf(presets[name]!.rules)[option]);
      return value === shownOption(option, defaults[option]) ? value : `**${value}**`;
    }),
  ]);
  const names = [defaultName, ...others].map((name) => `\`${name}\``);
  names[0] += " (default)";
  return markdownTable(["option", ...names], rows);
}

function membersOf(rules: RulesInput): Readonly<Record<string, unknown>> {
  return rules as Readonly<Record<string, unknown>>;
}

function shownOption(option: string, value: unknown): string {
  if (typeof value === "number")
    return option.endsWith("Ms") ? `${grouped(value)}${inWords(value)}` : grouped(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(" ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}: ${shownMember(option, key, member)}`)
    .join("; ");
}

// `totalMs: { personal: 1000 }` is milliseconds by its option, `park: { parkMs: 1000 }` by its own key.
function shownMember(option: string, key: string, member: unknown): string {
  const shown = shownOption(key.endsWith("Ms") ? key : option, member);
  return typeof member === "object" && member !== null && !Array.isArray(member) ? `(${shown})` : shown;
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Milliseconds in the largest unit that divides them, as ` (30 s)`. */
function inWords(ms: number): string {
  const units = [
    [86_400_000, "d"],
    [3_600_000, "h"],
    [60_000, "min"],
    [1_000, "s"],
  ] as const;
  const unit = units.find(([size]) => ms % size === 0);
  return unit === undefined ? "" : ` (${ms / unit[0]} ${unit[1]})`;
}
