/**
 * Terms as people read them, and two sets of terms side by side with what differs.
 */
import { el } from "./elements.js";

/** Each leaf of the terms with its name: `[["Price", 450, "EUR"], ...]`, in the order of the schema. */
function leavesOf(schema, terms, path = []) {
  const leaves = [];
  const named = {
    ...Object.fromEntries(Object.keys(terms ?? {}).map((key) => [key, {}])),
    ...schema?.properties,
  };
  for (const name of Object.keys({ ...schema?.properties, ...named })) {
    const part = named[name];
    const value = terms?.[name];
    const label = [...path, part.title ?? name];
    if (part.type === "object") leaves.push(...leavesOf(part, value, label));
    else leaves.push([label.join(", "), value, part.description]);
  }
  return leaves;
}

/** A value as text. */
export function textOf(value, unit) {
  if (value === undefined || value === null) return "–";
  if (value === true || value === false) return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((one) => textOf(one)).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

/**
 * What differs between two sets of terms, as text: `Price 450 EUR → 420 EUR`.
 *
 * @returns {string[]}
 */
export function differences(schema, before, after) {
  const olds = new Map(leavesOf(schema, before).map(([label, value]) => [label, value]));
  return leavesOf(schema, after)
    .filter(([label, value]) => JSON.stringify(value) !== JSON.stringify(olds.get(label)))
    .map(([label, value, unit]) => `${label} ${textOf(olds.get(label), unit)} → ${textOf(value, unit)}`);
}

/** Terms as one line: `["Price 450 EUR", "Payment cash"]`. */
export function summary(schema, terms) {
  return leavesOf(schema, terms).map(([label, value, unit]) => `${label} ${textOf(value, unit)}`);
}

/**
 * The terms that stand, beside those they are compared with.
 *
 * @param {{ schema: object, terms: unknown, title: string, other?: unknown, otherTitle?: string }} shown
 */
export function termsTable({ schema, terms, title, other, otherTitle }) {
  const olds = new Map(leavesOf(schema, other).map(([label, value]) => [label, value]));
  const isCompared = other !== undefined;
  const rows = leavesOf(schema, terms).map(([label, value, unit]) => {
    const old = olds.get(label);
    const isChanged = isCompared && JSON.stringify(value) !== JSON.stringify(old);
    const isNumber = typeof value === "number" && typeof old === "number" && value !== old;
    const by =
      isNumber && el("span", { className: "by" }, `${value > old ? "+" : "−"}${Math.abs(value - old)}`);
    return el(
      "tr",
      { className: isChanged ? "changed" : "" },
      el("th", { scope: "row" }, label),
      el("td", {}, textOf(value, unit), by && " ", by),
      isCompared && el("td", { className: "other" }, isChanged ? textOf(old, unit) : "same"),
    );
  });
  const heads = [title, ...(isCompared ? [otherTitle] : [])].map((head) => el("th", { scope: "col" }, head));
  return el(
    "table",
    { className: "terms" },
    el("thead", {}, el("tr", {}, el("td"), ...heads)),
    el("tbody", {}, ...rows),
  );
}
