/**
 * @module
 * A form for a move, made from the JSON Schema of the terms; what refuses it is shown as the party would get it.
 */

import { useSignal } from "@preact/signals";
import type { Json, JsonObject } from "../../../core/json/index.js";
import type { Action, Seat } from "../../../core/record/index.js";
import { asked, type Shown } from "./app-state.js";
import { Choice, Issues, type ShownProps } from "./parts.js";
import type { MoveAnswer } from "./wire.js";
import { capital, visible } from "./words.js";

/** The form, where moves may be handed in and something may still be done. */
export function MoveForm({ state, shown }: ShownProps): preact.JSX.Element | null {
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
  const set = (name: string) => (value: string) => {
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
        <Choice
          label="As"
          value={seat.value}
          options={seats.map((one) => [one, `${visible(shown.view[one].id)} (${one})`])}
          choose={(one) => (seat.value = one as Seat)}
        />
        <Choice
          label="Action"
          value={action.value}
          options={ACTIONS.map((one) => [one, one])}
          choose={(one) => (action.value = one as Action)}
        />
        {[...(proposes ? fields : []), MESSAGE].map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={values.value[field.key] ?? ""}
            fill={set(field.key)}
          />
        ))}
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
      <Issues issues={answer.issues} />
    </div>
  );
}

interface Field {
  /** What is filled in is kept by it. */
  readonly key: string;
  /** The member of the terms; `null` for all of them. */
  readonly name: string | null;
  readonly label: string;
  readonly kind: "number" | "text" | "json";
  readonly choices: readonly Json[] | null;
}

const MESSAGE: Field = { key: "message", name: null, label: "Message", kind: "text", choices: null };

/** A field for each member of an object of plain members; else one for JSON. */
function fieldsOf(schema: Json): readonly Field[] {
  const { type, properties } = (schema ?? {}) as Readonly<Record<string, JsonObject>>;
  if ((type as unknown) !== "object" || properties === undefined)
    return [{ key: "terms", name: null, label: "Terms as JSON", kind: "json", choices: null }];
  return Object.entries(properties as Readonly<Record<string, JsonObject>>).map(([name, member]) => {
    const choices =
      member["type"] === "boolean" ? [true, false] : Array.isArray(member["enum"]) ? member["enum"] : null;
    const isNumber = member["type"] === "number" || member["type"] === "integer";
    const kind = isNumber ? "number" : member["type"] === "string" ? "text" : "json";
    const label = kind === "json" && choices === null ? `${name} as JSON` : name;
    return { key: `terms.${name}`, name, label, kind, choices };
  });
}

interface InputProps {
  readonly field: Field;
  readonly value: string;
  readonly fill: (value: string) => void;
}

function FieldInput({ field: { label, kind, choices }, value, fill }: InputProps): preact.JSX.Element {
  const words = visible(label);
  if (choices !== null) {
    const options = choices.map((one) => [JSON.stringify(one), visible(String(one))] as const);
    return <Choice label={words} value={value} options={[["", ""], ...options]} choose={fill} />;
  }
  const Input = kind === "json" ? "textarea" : "input";
  const inputMode = kind === "number" ? "decimal" : "text";
  return (
    <label>
      {words}
      <Input inputMode={inputMode} value={value} onInput={({ currentTarget }) => fill(currentTarget.value)} />
    </label>
  );
}

/** What was filled in; what is no such value goes as the text that it is, for the service to refuse. */
function termsOf(fields: readonly Field[], values: Readonly<Record<string, string>>): Json {
  const valued = ({ key, kind, choices }: Field): Json | undefined => {
    const text = values[key] ?? "";
    if (text === "") return undefined;
    if (kind === "text" && choices === null) return text;
    try {
      return JSON.parse(text) as Json;
    } catch {
      return text;
    }
  };
  const [only] = fields;
  if (only?.name === null) return valued(only) ?? null;
  const members = fields.map((field) => [field.name as string, valued(field)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject;
}
