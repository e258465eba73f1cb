/**
 * @module
 * A form for a move, made from the JSON Schema of the terms; what refuses it is shown as the party would get it.
 */

import { useSignal } from "@preact/signals";
import type { Json, JsonObject } from "../../../core/json/index.js";
import type { Action, Seat } from "../../../core/record/index.js";
import { type AppState, asked, type Shown } from "./app-state.js";
import type { MoveAnswer } from "./wire.js";
import { capital, nameOf, visible } from "./words.js";

interface Props {
  readonly state: AppState;
  readonly shown: Shown;
}

/** The form, where moves may be handed in and something may still be done. */
export function MoveForm({ state, shown }: Props): preact.JSX.Element | null {
  const { about, place } = state;
  const seat = useSignal<Seat>(shown.viewer === "host" ? seatOnTurn(shown) : shown.viewer);
  const action = useSignal<Action>("counter");
  const values = useSignal<Readonly<Record<string, string>>>({});
  const said = useSignal<MoveAnswer | null>(null);
  const isSending = useSignal(false);
  if (about.value?.allowMoves !== true || shown.view.outcome !== null || place.value.version !== null)
    return null;
  const seats: readonly Seat[] = shown.viewer === "host" ? ["initiator", "responder"] : [shown.viewer];
  const fields = fieldsOf(about.value.terms);
  const proposes = action.value === "propose" || action.value === "counter";
  const set = (name: string) => (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    values.value = { ...values.value, [name]: value };
  };
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    isSending.value = true;
    try {
      const message = values.value["message"] ?? "";
      const move = {
        action: action.value,
        ...(proposes && { terms: termsOf(fields, values.value) }),
        ...(message !== "" && { message }),
      };
      const address = `api/negotiations/${encodeURIComponent(shown.view.id)}/moves?as=${seat.value}`;
      const headers = { "content-type": "application/json" };
      said.value = await asked<MoveAnswer>(address, { method: "POST", headers, body: JSON.stringify(move) });
    } catch (error) {
      const { message } = error as Error;
      said.value = { ok: false, code: "not handed in", message, issues: [] };
    } finally {
      isSending.value = false;
    }
  };
  return (
    <section class="move" aria-label="Hand in a move">
      <h3>Hand in a move</h3>
      <form class="filters" onSubmit={(event) => void send(event)}>
        <label>
          As
          <select
            value={seat.value}
            onChange={(event) => (seat.value = (event.target as HTMLSelectElement).value as Seat)}
          >
            {seats.map((one) => (
              <option key={one} value={one}>
                {nameOf(shown.view[one])} ({one})
              </option>
            ))}
          </select>
        </label>
        <label>
          Action
          <select
            value={action.value}
            onChange={(event) => (action.value = (event.target as HTMLSelectElement).value as Action)}
          >
            {ACTIONS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        {proposes &&
          fields.map((field) => (
            <label key={field.name}>
              {visible(field.label)}
              <FieldInput
                field={field}
                value={values.value[`terms.${field.name}`] ?? ""}
                onInput={set(`terms.${field.name}`)}
              />
            </label>
          ))}
        <label>
          Message
          <input value={values.value["message"] ?? ""} onInput={set("message")} />
        </label>
        <button type="submit" disabled={isSending.value}>
          Hand in
        </button>
      </form>
      <div role="status">{said.value !== null && <Answer answer={said.value} />}</div>
    </section>
  );
}

const ACTIONS: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];

function seatOnTurn({ view }: Shown): Seat {
  return view.floor === view.responder.id ? "responder" : "initiator";
}

function Answer({ answer }: { readonly answer: MoveAnswer }): preact.JSX.Element {
  if (answer.ok) return <p>It is recorded as version {answer.version}.</p>;
  return (
    <div class="failure">
      <p>
        {capital(visible(answer.code))}: {visible(answer.message)}
      </p>
      <ul>
        {answer.issues.map(({ path, message }) => (
          <li key={path.join("/")}>
            <code>/{visible(path.join("/"))}</code> {visible(message)}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Field {
  /** `""` for the terms as a whole. */
  readonly name: string;
  readonly label: string;
  readonly kind: "number" | "text" | "json";
  readonly choices: readonly Json[] | null;
}

/** A field for each member of an object of plain members; else one for JSON. */
function fieldsOf(schema: Json): readonly Field[] {
  const { type, properties } = (schema ?? {}) as Readonly<Record<string, JsonObject>>;
  if ((type as unknown) !== "object" || properties === undefined)
    return [{ name: "", label: "Terms as JSON", kind: "json", choices: null }];
  return Object.entries(properties as Readonly<Record<string, JsonObject>>).map(([name, member]) => {
    const choices =
      member["type"] === "boolean" ? [true, false] : Array.isArray(member["enum"]) ? member["enum"] : null;
    const isNumber = member["type"] === "number" || member["type"] === "integer";
    const kind = isNumber ? "number" : member["type"] === "string" ? "text" : "json";
    return { name, label: kind === "json" && choices === null ? `${name} as JSON` : name, kind, choices };
  });
}

interface InputProps {
  readonly field: Field;
  readonly value: string;
  readonly onInput: (event: Event) => void;
}

function FieldInput({ field, value, onInput }: InputProps): preact.JSX.Element {
  if (field.choices !== null)
    return (
      <select value={value} onChange={onInput}>
        <option value="" />
        {field.choices.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {visible(String(choice))}
          </option>
        ))}
      </select>
    );
  if (field.kind === "json") return <textarea value={value} onInput={onInput} />;
  return <input inputMode={field.kind === "number" ? "decimal" : "text"} value={value} onInput={onInput} />;
}

/** What was filled in; what is no such value goes as the text that it is, for the service to refuse. */
function termsOf(fields: readonly Field[], values: Readonly<Record<string, string>>): Json {
  const valued = ({ name, kind, choices }: Field): Json | undefined => {
    const text = values[`terms.${name}`] ?? "";
    if (text === "") return undefined;
    if (kind === "text" && choices === null) return text;
    try {
      return JSON.parse(text) as Json;
    } catch {
      return text;
    }
  };
  const [only] = fields;
  if (only?.name === "") return valued(only) ?? null;
  const members = fields.map((field) => [field.name, valued(field)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject;
}
