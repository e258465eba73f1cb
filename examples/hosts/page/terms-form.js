/**
 * A form made from the JSON Schema of the terms: numbers within their bounds, dates, choices, lists, what lies in others.
 */
import { el } from "./elements.js";

/**
 * @param {object} schema of an object
 * @param {unknown} [terms] what to begin with
 * @returns {{ element: HTMLElement, read: () => unknown }} `read` gives plain JSON
 */
export function termsForm(schema, terms) {
  return field({ type: "object", ...schema }, terms, "terms", true);
}

let lastId = 0;

function field(schema, value, name, isRequired) {
  const label = schema.title ?? name;
  const hint = schema.description;
  if (schema.type === "object") return objectField(schema, value, label, name === "terms");
  if (schema.type === "array") return listField(schema, value, label);
  const id = `field-${++lastId}`;
  const [input, read] = inputOf(schema, value, isRequired);
  input.id = id;
  input.name = name;
  const text = el("label", { for: id }, label, hint && el("span", { className: "hint" }, hint));
  const isCheck = input.type === "checkbox";
  const element = el(
    "div",
    { className: isCheck ? "field check" : "field" },
    ...(isCheck ? [input, text] : [text, input]),
  );
  return { element, read };
}

function objectField(schema, value, label, isRoot) {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(([name, part]) => [
    name,
    field(part, value?.[name], name, required.has(name)),
  ]);
  const parts = members.map(([, { element }]) => element);
  const element = isRoot
    ? el("div", { className: "fields" }, ...parts)
    : el("fieldset", {}, el("legend", {}, label), ...parts);
  const read = () =>
    Object.fromEntries(
      members.map(([name, part]) => [name, part.read()]).filter(([, part]) => part !== undefined),
    );
  return { element, read };
}

function listField(schema, value, label) {
  const items = [];
  const list = el("div", { className: "items" });
  const most = schema.maxItems ?? Number.POSITIVE_INFINITY;
  const more = el("button", { type: "button", className: "small", onclick: () => add() }, "Add");
  const count = () => {
    more.hidden = items.length >= most;
  };
  const add = (one) => {
    const part = field(schema.items ?? {}, one, `${label} ${items.length + 1}`, true);
    const remove = () => {
      items.splice(items.indexOf(part), 1);
      row.remove();
      count();
    };
    const cross = el(
      "button",
      { type: "button", className: "quiet small", onclick: remove, "aria-label": "Remove" },
      "✕",
    );
    const row = el("div", { className: "item" }, part.element, cross);
    items.push(part);
    list.append(row);
    count();
  };
  for (const one of Array.isArray(value) ? value : []) add(one);
  const element = el("fieldset", {}, el("legend", {}, label), list, more);
  return { element, read: () => items.map(({ read }) => read()) };
}

function inputOf(schema, value, required) {
  if (schema.const !== undefined || schema.enum !== undefined) {
    const choices = schema.enum ?? [schema.const];
    const blank = required ? [] : [el("option", { value: "" }, "")];
    const options = choices.map((one, index) =>
      el("option", { value: String(index), selected: one === value }, String(one)),
    );
    const input = el("select", { required }, ...blank, ...options);
    return [input, () => (input.value === "" ? undefined : choices[Number(input.value)])];
  }
  if (schema.type === "boolean") {
    const input = el("input", { type: "checkbox", checked: value === true });
    return [input, () => input.checked];
  }
  if (schema.type === "number" || schema.type === "integer") {
    const { minimum, maximum, multipleOf } = schema;
    const input = el("input", { type: "number", inputMode: "decimal", required });
    // The bounds before the value: a browser may mend what does not fit.
    if (Math.abs(minimum) < Number.MAX_SAFE_INTEGER) input.min = minimum;
    if (maximum < Number.MAX_SAFE_INTEGER) input.max = maximum;
    input.step = multipleOf ?? (schema.type === "integer" ? 1 : "any");
    input.value = value ?? "";
    return [input, () => (input.value === "" ? undefined : Number(input.value))];
  }
  const type = { date: "date", time: "time", email: "email", uri: "url" }[schema.format] ?? "text";
  const input = el("input", { type, required, value: value ?? "" });
  if (schema.maxLength !== undefined) input.maxLength = schema.maxLength;
  if (schema.minLength !== undefined) input.minLength = schema.minLength;
  return [input, () => (input.value === "" && !required ? undefined : input.value)];
}
