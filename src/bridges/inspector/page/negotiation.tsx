/**
 * @module
 * One negotiation: whose view it is, the moment that is looked at, and what stands there then.
 */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { deadlinesOf } from "../../../core/deadlines/index.js";
import type { Outcome, Seat } from "../../../core/record/index.js";
import { type AppState, addressOf, type Shown } from "./app-state.js";
import { ChartPicture, takenEdges } from "./chart-picture.js";
import { MoveForm } from "./move-form.js";
import { Badge, PlaceLink, type ShownProps } from "./parts.js";
import { RawData } from "./raw.js";
import { Transcript } from "./transcript.js";
import type { Viewer } from "./wire.js";
import { capital, duration, instant, outcomeWords, visible } from "./words.js";

/** The page of a negotiation. */
export function NegotiationPage({ state }: { readonly state: AppState }): preact.JSX.Element {
  const shown = state.shown.value;
  const fault = state.fault.value;
  if (shown === null) return <p class="empty">{fault === null ? "Loading …" : visible(fault)}</p>;
  const { view } = shown;
  return (
    <article class="negotiation" aria-label={`Negotiation ${visible(view.id)}`}>
      <h2>
        {visible(view.id)} <Badge status={view.status} />
      </h2>
      <p class="parties">
        <PartyName shown={shown} seat="initiator" /> and <PartyName shown={shown} seat="responder" /> in room{" "}
        {visible(view.roomId)}
      </p>
      {fault !== null && <p class="fault">{visible(fault)}</p>}
      <Viewers state={state} shown={shown} />
      <TimeTravel state={state} shown={shown} />
      <div class="columns">
        <div class="side">
          <Transcript state={state} shown={shown} />
          <MoveForm key={`${view.id} ${shown.viewer}`} state={state} shown={shown} />
        </div>
        <div class="side">
          <Standing state={state} shown={shown} />
          <StateChart state={state} shown={shown} />
        </div>
      </div>
      <WorthPictures state={state} shown={shown} />
      <RawData state={state} shown={shown} />
    </article>
  );
}

function PartyName({ shown, seat }: { readonly shown: Shown; readonly seat: Seat }): preact.JSX.Element {
  return (
    <span class="party">
      <i class={`seat ${seat}`} />
      {visible(shown.view[seat].id)} <small>({seat})</small>
    </span>
  );
}

/** Links, not filters: each loads a page that is given what that viewer may see and nothing else. */
function Viewers({ state, shown }: ShownProps): preact.JSX.Element | null {
  if (state.about.value?.partyId !== null) return null;
  const { version } = state.place.value;
  const viewers: readonly Viewer[] = ["host", "initiator", "responder"];
  return (
    <nav class="viewers" aria-label="As seen by">
      As seen by
      {viewers.map((viewer) => (
        <a
          key={viewer}
          class="button"
          href={addressOf({ id: shown.view.id, viewer, version })}
          aria-current={viewer === shown.viewer ? "true" : undefined}
        >
          {viewer}
        </a>
      ))}
    </nav>
  );
}

function TimeTravel({ state, shown }: ShownProps): preact.JSX.Element {
  const { latest, version } = shown;
  const isLive = state.place.value.version === null;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const at = state.place.value.version ?? state.shown.value?.version ?? 0;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: null }[event.key];
      const { tagName } = event.target as HTMLElement;
      if (to === undefined || /^(INPUT|SELECT|TEXTAREA)$/.test(tagName)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      state.goTo(to);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const step = shown.allSteps[version];
  return (
    <div class="time">
      <button
        type="button"
        onClick={() => state.goTo(version - 1)}
        disabled={version === 0}
        aria-label="One version back"
      >
        ◀
      </button>
      <input
        type="range"
        min={0}
        max={latest}
        value={version}
        aria-label="Version"
        onInput={({ currentTarget }) => state.goTo(Number(currentTarget.value))}
      />
      <button
        type="button"
        onClick={() => state.goTo(version + 1)}
        disabled={version === latest}
        aria-label="One version on"
      >
        ▶
      </button>
      <button type="button" class="live" aria-pressed={isLive} onClick={() => state.goTo(null)}>
        Live
      </button>
      <output>
        version {version} of {latest}
        {step === undefined ? "" : `: ${visible(step.kind)}, ${instant(step.at)}`}
      </output>
    </div>
  );
}

/** What holds at the moment: floor, cap, deadlines, legal moves, or the outcome. */
function Standing({ state, shown }: ShownProps): preact.JSX.Element {
  const { view, legal } = shown;
  const { outcome, awaiting } = view;
  // A moment of the past is looked at with its own clock.
  const now = state.place.value.version === null ? state.now.value : view.updatedAt;
  const legals = Object.entries(legal) as [Seat, NonNullable<(typeof legal)["initiator"]>][];
  return (
    <section class="standing" aria-label="Where it stands">
      <h3>{outcome === null ? "Where it stands" : "How it ended"}</h3>
      {outcome === null ? (
        <p>
          Waits for <strong>{visible(view.floor ?? "")}</strong>
          {awaiting !== null && awaiting.kind !== "move" ? ` (${awaiting.kind})` : ""}
          {awaiting !== null && "claim" in awaiting && awaiting.claim
            ? `, claimed by ${visible(awaiting.claim.agentId)}`
            : ""}
        </p>
      ) : (
        <OutcomeText outcome={outcome} />
      )}
      <CapMeter shown={shown} />
      <Rings view={view} now={now} />
      {legals.map(([seat, { actions }]) => (
        <p key={seat} class="legal">
          <i class={`seat ${seat}`} /> {capital(seat)} may:{" "}
          {actions.length === 0 ? "nothing" : actions.join(", ")}
        </p>
      ))}
    </section>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Outcome }): preact.JSX.Element {
  return (
    <p class="outcome">
      {visible(outcomeWords(outcome))}
      {outcome.heldBy === null ? "" : ` It is held until ${visible(outcome.heldBy)} confirms it.`}
    </p>
  );
}

function CapMeter({ shown }: { readonly shown: Shown }): preact.JSX.Element | null {
  const left = Object.values(shown.legal)[0]?.turnsLeft ?? null;
  if (left === null) return null;
  const most = shown.turnCount + left;
  return (
    <p class="cap">
      <label>
        {shown.turnCount} of at most {most} turns{" "}
        <meter min={0} max={Math.max(1, most)} value={shown.turnCount}>
          {shown.turnCount}
        </meter>
      </label>
    </p>
  );
}

/** A ring for each deadline that runs down. */
function Rings({ view, now }: Pick<Shown, "view" | "now">): preact.JSX.Element {
  const { awaiting, standing, createdAt, updatedAt } = view;
  const since = awaiting?.since ?? updatedAt;
  const park = awaiting !== null && "firstParkedAt" in awaiting ? awaiting.firstParkedAt : updatedAt;
  const validity = standing?.at ?? createdAt;
  const sinceOf = { total: createdAt, validity, turn: since, consult: since, park, claim: since };
  return (
    <ul class="rings" aria-label="Deadlines">
      {deadlinesOf(view).map(({ kind, at }) => {
        const part = Math.max(0, Math.min(1, (at - now) / Math.max(1, at - sinceOf[kind])));
        return (
          <li key={kind} title={instant(at)}>
            <svg viewBox="0 0 36 36" class={part < 0.2 ? "ring soon" : "ring"} aria-hidden="true">
              <circle cx="18" cy="18" r="15.9" />
              <circle cx="18" cy="18" r="15.9" pathLength={100} stroke-dasharray={`${part * 100} 100`} />
            </svg>
            <span>
              {kind} <b>{duration(at - now)}</b>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The state chart with the path: an edge that was taken shows the turns that took it. */
function StateChart({ state, shown }: ShownProps): preact.JSX.Element {
  const chosen = useSignal<string | null>(null);
  const { version, allSteps, view } = shown;
  const taken = takenEdges(allSteps.slice(0, version + 1));
  const steps = chosen.value === null ? [] : (taken.get(chosen.value) ?? []);
  const choose = (key: string): void => {
    chosen.value = chosen.value === key ? null : key;
  };
  return (
    <section class="chart" aria-label="State chart">
      <h3>States</h3>
      <ChartPicture status={view.status} taken={taken} chosen={chosen.value} choose={choose} />
      <p class="taken" role="status">
        {chosen.value === null
          ? "Choose a numbered edge for the turns that took it."
          : `${chosen.value.replace(">", " → ")}: `}
        {steps.map(({ version: at, event, turnCount }) => (
          <PlaceLink key={at} state={state} to={{ ...state.place.value, version: at }}>
            {event ?? "stored"} ({event !== null && turnCount > 0 ? `turn ${turnCount}, ` : ""}v{at})
          </PlaceLink>
        ))}
      </p>
    </section>
  );
}

/** The pictures of the report, as images: nothing in them can run or refer to anything. */
function WorthPictures({ state, shown }: ShownProps): preact.JSX.Element | null {
  if (state.about.value?.hasWorth !== true || shown.viewer !== "host") return null;
  const base = `api/negotiations/${encodeURIComponent(shown.view.id)}`;
  const [one, other] = [visible(shown.view.initiator.id), visible(shown.view.responder.id)];
  return (
    <section class="worth" aria-label="What the offers are worth">
      <h3>What the offers are worth</h3>
      <div class="pictures" tabIndex={0}>
        <img
          src={`${base}/plane?version=${shown.version}`}
          alt={`Utility plane: to the right what each offer is worth to ${one}, upward what it is worth to ${other}`}
        />
        <img
          src={`${base}/timeline?version=${shown.version}`}
          alt={`Timeline: what each offer is worth to ${one} and to ${other}, turn by turn`}
        />
      </div>
    </section>
  );
}
