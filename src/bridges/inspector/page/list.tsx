/**
 * @module
 * The list of all negotiations: filters, and a window of rows that follows the scroll bar, however many there are.
 */

import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { AppState } from "./app-state.js";
import { Badge, Choice, PlaceLink } from "./parts.js";
import type { ListedRow } from "./wire.js";
import { duration, REASONS, visible } from "./words.js";

const NO_FILTERS = { state: "", reason: "", party: "", room: "", text: "" };

type Filters = Readonly<typeof NO_FILTERS>;

/** The list. */
export function NegotiationList({ state }: { readonly state: AppState }): preact.JSX.Element {
  const filters = useSignal<Filters>(NO_FILTERS);
  const found = useComputed(() => filtered(state.rows.value, filters.value));
  const [all, some] = [state.rows.value, found.value].map(({ length }) => length.toLocaleString());
  return (
    <section class="list" aria-label="All negotiations">
      <FilterBar filters={filters} />
      <p class="count" role="status">
        {some === all ? all : `${some} of ${all}`} negotiations{state.isListed.value ? "" : ", loading more"}
      </p>
      <Rows state={state} rows={found.value} />
    </section>
  );
}

function FilterBar({ filters }: { readonly filters: Signal<Filters> }): preact.JSX.Element {
  const set = (name: keyof Filters) => (value: string) => {
    filters.value = { ...filters.value, [name]: value };
  };
  const field = (name: "party" | "room" | "text", label: string) => (
    <label>
      {label}
      <input
        type="search"
        value={filters.value[name]}
        onInput={({ currentTarget }) => set(name)(currentTarget.value)}
      />
    </label>
  );
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {field("text", "Text")}
      <Choice label="State" value={filters.value.state} options={STATES} choose={set("state")} />
      <Choice label="Reason" value={filters.value.reason} options={ENDINGS} choose={set("reason")} />
      {field("party", "Party")}
      {field("room", "Room")}
    </form>
  );
}

const STATES = [["", "all"] as const, ...["live", "settled"].map((state) => [state, state] as const)];
const ENDINGS = [["", "any"] as const, ...Object.keys(REASONS).map((reason) => [reason, reason] as const)];

function filtered(
  rows: readonly ListedRow[],
  { state, reason, party, room, text }: Filters,
): readonly ListedRow[] {
  const [ofParty = "", ofRoom = "", sought = ""] = [party, room, text].map((one) => one.trim().toLowerCase());
  if (![state, reason, ofParty, ofRoom, sought].some(Boolean)) return rows;
  const has = (value: string, part: string): boolean => value.toLowerCase().includes(part);
  return rows.filter((row) => {
    if (state !== "" && (row.reason === null) !== (state === "live")) return false;
    if (reason !== "" && row.reason !== reason) return false;
    if (!has(row.initiator, ofParty) && !has(row.responder, ofParty)) return false;
    if (!has(row.roomId, ofRoom)) return false;
    const words = [row.id, row.roomId, row.initiator, row.responder, row.status, row.reason ?? ""];
    return words.some((word) => has(word, sought));
  });
}

interface RowsProps {
  readonly state: AppState;
  readonly rows: readonly ListedRow[];
}

function Rows({ state, rows }: RowsProps): preact.JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const view = useSignal({ height: 600, row: 44 });
  useEffect(() => {
    const element = box.current as HTMLDivElement;
    const measure = (): void => {
      // On a narrow page a row has two lines (style.css).
      view.value = { height: element.clientHeight, row: matchMedia("(max-width: 760px)").matches ? 72 : 44 };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const { height, row } = view.value;
  const first = Math.max(0, Math.floor(top.value / row) - 6);
  const last = Math.min(rows.length, Math.ceil((top.value + height) / row) + 6);
  const step = (event: KeyboardEvent): void => {
    const links = [...(box.current?.querySelectorAll<HTMLElement>("a.row") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || at < 0) return;
    event.preventDefault();
    links[at + by]?.focus();
  };
  return (
    <div class="table" role="table" aria-label="Negotiations" aria-rowcount={rows.length + 1}>
      <div role="rowgroup" class="head">
        <div role="row" aria-rowindex={1}>
          {["Negotiation", "Parties", "State", "Turns", "Waits for", "Deadline", "Changed"].map((name) => (
            <span role="columnheader" key={name}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <div
        class="rows"
        role="rowgroup"
        ref={box}
        tabIndex={0}
        aria-label="Rows"
        onKeyDown={step}
        onScroll={(event) => {
          top.value = (event.target as HTMLElement).scrollTop;
        }}
      >
        <div class="all" style={{ height: `${rows.length * row}px` }}>
          {rows.slice(first, last).map((one, index) => (
            <Row key={one.id} state={state} row={one} index={first + index} top={(first + index) * row} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  readonly state: AppState;
  readonly row: ListedRow;
  readonly index: number;
  readonly top: number;
}

function Row({ state, row, index, top }: RowProps): preact.JSX.Element {
  const place = { id: row.id, viewer: "host", version: null } as const;
  const now = state.now.value;
  const left = row.deadline === null ? "" : `${row.deadline.kind} ${duration(row.deadline.at - now)}`;
  return (
    <div role="row" aria-rowindex={index + 2} class="line" style={{ transform: `translateY(${top}px)` }}>
      <span role="cell" class="what">
        <PlaceLink state={state} to={place} class="row">
          {visible(row.id)}
        </PlaceLink>
        <small>{visible(row.roomId)}</small>
      </span>
      <span role="cell" class="who">
        <i class="seat initiator" />
        {visible(row.initiator)}
        <i class="seat responder" />
        {visible(row.responder)}
      </span>
      <span role="cell">
        <Badge status={row.status} /> <small>{row.reason}</small>
      </span>
      <span role="cell">{row.turnCount}</span>
      <span role="cell" class="who">
        {row.floor === null ? "" : visible(row.floor)}
      </span>
      <span role="cell">{left}</span>
      <span role="cell">{duration(now - row.updatedAt)} ago</span>
    </div>
  );
}
