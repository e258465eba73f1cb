/**
 * @module
 * What the page knows: the list as it changes, the moment that is looked at, and whether it still hears of anything.
 * What it asks for, it asks here and nowhere else.
 */

import { type Signal, signal } from "@preact/signals";
import type { TurnView } from "../../../core/record/index.js";
import type { About, ListedPage, ListedRow, Moment, Step, Viewer } from "./wire.js";

/** Where the reader is: a negotiation, as whom, and at which version. */
export interface Place {
  /** `null` for the list. */
  readonly id: string | null;
  readonly viewer: Viewer;
  /** `null` for the newest, as it comes. */
  readonly version: number | null;
}

/** A negotiation as it is looked at, with all of its history that there is to be seen. */
export interface Shown extends Moment {
  readonly allTurns: readonly TurnView[];
  readonly allSteps: readonly Step[];
}

/** The state of the page. */
export class AppState {
  readonly about: Signal<About | null> = signal(null);
  readonly connection: Signal<"opening" | "live" | "lost"> = signal("opening");
  /** Newest change first. */
  readonly rows: Signal<readonly ListedRow[]> = signal([]);
  readonly isListed: Signal<boolean> = signal(false);
  readonly place: Signal<Place> = signal(placeOf(location));
  readonly shown: Signal<Shown | null> = signal(null);
  readonly fault: Signal<string | null> = signal(null);
  /** Epoch ms of the server, each second. */
  readonly now: Signal<number> = signal(Date.now());
  readonly #byId = new Map<string, ListedRow>();
  #stream: EventSource | undefined;
  #ahead = 0;
  #isAsking = false;
  #asksAgain = false;
  #heardOf = "";

  /** Begins to listen and to load. */
  start(): void {
    addEventListener("popstate", () => this.#moved());
    addEventListener("hashchange", () => this.#moved());
    setInterval(() => {
      this.now.value = Date.now() + this.#ahead;
    }, 500);
    this.#listen();
    void this.#loadList();
    this.#moved();
  }

  /** Goes to a place, as a link does. */
  go(place: Place): void {
    const { id, viewer } = this.place.value;
    // What another may see is loaded into a page of its own: nothing of this one is left there.
    if (place.viewer !== viewer) location.assign(addressOf(place));
    else {
      history[place.id === id ? "replaceState" : "pushState"](null, "", addressOf(place));
      this.#moved();
    }
  }

  /** Goes to another moment of what is looked at; `null` for the newest, as it comes. */
  goTo(version: number | null): void {
    const latest = this.shown.value?.latest ?? 0;
    const bounded = version === null ? null : Math.max(0, Math.min(latest, version));
    this.go({ ...this.place.value, version: bounded });
  }

  #moved(): void {
    const before = this.place.value;
    const place = placeOf(location);
    this.place.value = place;
    if (before.id !== place.id || place.id === null) {
      this.shown.value = null;
      this.fault.value = null;
    }
    document.title = place.id === null ? "Negotiations" : `${place.id} · Negotiations`;
    if (place.id !== null) void this.#ask();
  }

  #listen(): void {
    const stream = new EventSource(`api/stream?since=${this.#heardOf}`);
    this.#stream = stream;
    stream.onmessage = ({ data, lastEventId }) => {
      const { now, rows } = JSON.parse(data) as { readonly now: number; readonly rows: ListedRow[] };
      this.#heardOf = lastEventId;
      this.#ahead = now - Date.now();
      this.connection.value = "live";
      this.#take(rows);
    };
    stream.onerror = () => {
      this.connection.value = "lost";
      // It tries again by itself, but not after an answer that was none.
      if (stream.readyState !== EventSource.CLOSED) return;
      setTimeout(() => this.#stream === stream && this.#listen(), 2_000);
    };
    stream.onopen = () => {
      if (this.place.value.id !== null) void this.#ask();
    };
  }

  async #loadList(): Promise<void> {
    try {
      this.about.value = await asked<About>("api/about");
      for (let after: string | null = ""; after !== null; ) {
        const query: string = after === "" ? "" : `?after=${encodeURIComponent(after)}`;
        const page: ListedPage = await asked<ListedPage>(`api/list${query}`);
        this.#take(page.rows);
        after = page.next;
      }
      this.isListed.value = true;
    } catch {
      // The stream says that the connection is lost; once it is back there is a list to be had.
      setTimeout(() => void this.#loadList(), 2_000);
    }
  }

  #take(rows: readonly ListedRow[]): void {
    const news = new Map<string, ListedRow>();
    for (const row of rows) {
      if ((this.#byId.get(row.id)?.version ?? -1) >= row.version) continue;
      news.set(row.id, row);
    }
    const { id } = this.place.value;
    const isKnown = [...news.keys()].some((one) => this.#byId.has(one));
    for (const [one, row] of news) this.#byId.set(one, row);
    if (news.size > 0) {
      const rest = isKnown ? this.rows.value.filter((row) => !news.has(row.id)) : this.rows.value;
      // Both are nearly in their order already, which is what this sort is quick at.
      this.rows.value = [...news.values(), ...rest].sort((one, other) => other.updatedAt - one.updatedAt);
    }
    if (id !== null && news.has(id)) void this.#ask();
  }

  /** Asks for what is new of the negotiation that is looked at, one question at a time. */
  async #ask(): Promise<void> {
    if (this.#isAsking) {
      this.#asksAgain = true;
      return;
    }
    this.#isAsking = true;
    do {
      this.#asksAgain = false;
      const { id } = this.place.value;
      try {
        await this.#askOnce();
      } catch (error) {
        // Of one that nobody looks at any more nothing is said, and the next is asked for all the same.
        if (this.connection.value === "live" && this.place.value.id === id)
          this.fault.value = String((error as Error).message);
      }
    } while (this.#asksAgain);
    this.#isAsking = false;
  }

  async #askOnce(): Promise<void> {
    const { id, viewer, version } = this.place.value;
    if (id === null) return;
    const { value: before } = this.shown;
    const known = before?.view.id === id && before.viewer === viewer ? before : null;
    const query = new URLSearchParams({ as: viewer });
    if (version !== null) query.set("version", String(version));
    query.set("afterVersion", String((known?.allSteps.length ?? 0) - 1));
    query.set("afterTurn", String(known?.allTurns.length ?? 0));
    const moment = await asked<Moment>(`api/negotiations/${encodeURIComponent(id)}?${query}`);
    if (this.place.value.id !== id) return;
    this.fault.value = moment.fault;
    this.shown.value = {
      ...moment,
      turns: [],
      steps: [],
      allTurns: [...(known?.allTurns ?? []), ...moment.turns],
      allSteps: [...(known?.allSteps ?? []), ...moment.steps],
    };
  }
}

/** Where the page is: what a link says. */
function placeOf({ search, hash }: Location): Place {
  const query = new URLSearchParams(search);
  const as = query.get("as");
  const version = /^#version=(\d{1,9})$/.exec(hash)?.[1];
  return {
    id: query.get("id"),
    viewer: as === "initiator" || as === "responder" ? as : "host",
    version: version === undefined ? null : Number(version),
  };
}

/** A place as a link. */
export function addressOf({ id, viewer, version }: Place): string {
  if (id === null) return location.pathname;
  const query = new URLSearchParams({ id, ...(viewer !== "host" && { as: viewer }) });
  return `${location.pathname}?${query}${version === null ? "" : `#version=${version}`}`;
}

/** A JSON answer. @throws {Error} with what a refusal says */
export async function asked<Answer>(address: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(address, init);
  const body = (await response.json()) as { readonly title?: string; readonly detail?: string };
  if (!response.ok) throw new Error(body.detail ?? body.title ?? `Status ${response.status}`);
  return body as Answer;
}
