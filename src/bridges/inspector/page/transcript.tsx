/**
 * @module
 * The transcript: turns with what they changed, and between them what else was stored: failures, questions, parks.
 */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { diffTerms, type Json, type TermsChange } from "../../../core/json/index.js";
import type { Consult, FailedTurn, TurnView } from "../../../core/record/index.js";
import { Issues, PlaceLink, type ShownProps } from "./parts.js";
import type { Step } from "./wire.js";
import { instant, valueText, visible } from "./words.js";

/** The commits up to the moment that is looked at. */
export function Transcript({ state, shown }: ShownProps): preact.JSX.Element {
  const extra = useSignal(0);
  const box = useRef<HTMLOListElement>(null);
  const { allSteps, version } = shown;
  const end = version + 1;
  const start = Math.max(0, end - SHOWN - extra.value);
  useLayoutEffect(() => {
    if (extra.value === 0) box.current?.scrollTo(0, box.current.scrollHeight);
  }, [version]);
  return (
    <section class="transcript" aria-label="Transcript">
      <h3>Transcript</h3>
      {start > 0 && (
        <button type="button" onClick={() => (extra.value += SHOWN)}>
          Show earlier ({start.toLocaleString()})
        </button>
      )}
      <ol ref={box} tabIndex={0} aria-label="Turns">
        {allSteps.slice(start, end).map((step) => (
          <StepItem key={step.version} state={state} shown={shown} step={step} />
        ))}
      </ol>
    </section>
  );
}

/** Chosen: what a browser lays out without being felt. */
const SHOWN = 200;

function StepItem({ state, shown, step }: ShownProps & { readonly step: Step }): preact.JSX.Element {
  const { allSteps, allTurns } = shown;
  const countBefore = allSteps[step.version - 1]?.turnCount ?? 0;
  const turn = step.turnCount > countBefore ? allTurns[step.turnCount - 1] : undefined;
  const to = { ...state.place.value, version: step.version };
  const title = `${instant(step.at)}: look at version ${step.version}`;
  const version = (
    <PlaceLink state={state} to={to} class="version" title={title}>
      v{step.version}
    </PlaceLink>
  );
  if (turn !== undefined)
    return (
      <li class={`turn ${turn.seat}`}>
        <TurnText turn={turn} standing={standingBefore(allTurns, turn.number)} />
        {version}
      </li>
    );
  return (
    <li class="note">
      <span>
        {step.failure !== undefined && <Failure failure={step.failure} />}
        {step.consult !== undefined && <ConsultText consult={step.consult} />}
        {step.awaiting !== undefined && step.awaiting !== "consult" && <p>The turn is {step.awaiting}.</p>}
        {!step.failure && !step.consult && !step.awaiting && <p>{visible(noteOf(step))}</p>}
      </span>
      {version}
    </li>
  );
}

function noteOf({ kind, event, status }: Step): string {
  if (event !== null) return `It ended: ${status} (${event}).`;
  return kind === "created" ? "It was opened." : `The host stored: ${kind}.`;
}

/** The terms that stood before a turn: those of the proposal before. */
function standingBefore(turns: readonly TurnView[], number: number): Json {
  for (let index = number - 2; index >= 0; index -= 1) {
    const turn = turns[index];
    if (turn !== undefined && turn.round !== null) return turn.terms as Json;
  }
  return null;
}

interface TurnProps {
  readonly turn: TurnView;
  readonly standing: Json;
}

function TurnText({ turn, standing }: TurnProps): preact.JSX.Element {
  const { number, partyId, action, round, terms, message, reason, assessment, justification, extra } = turn;
  return (
    <div>
      <p class="who">
        <i class={`seat ${turn.seat}`} />
        {number}. <strong>{visible(partyId)}</strong> {action}
        {round === null ? "" : ` (round ${round})`}
        {turn.source === "fallback" ? " by the fallback agent" : ""}
        {turn.coercedFrom === null ? "" : `, coerced from ${turn.coercedFrom}`}
      </p>
      {round !== null && terms !== null && <Terms terms={terms as Json} standing={standing} />}
      {message !== null && <blockquote>{visible(message)}</blockquote>}
      {reason !== null && <p class="reason">because: {visible(reason)}</p>}
      {Object.entries({ assessment, justification, extra }).map(([name, value]) =>
        value === undefined || value === null ? null : (
          <p key={name} class="aside">
            {name}: <code>{visible(valueText(value))}</code>
          </p>
        ),
      )}
    </div>
  );
}

/** Terms, or what they change of those that stood. */
function Terms({ terms, standing }: { readonly terms: Json; readonly standing: Json }): preact.JSX.Element {
  const changes: readonly TermsChange[] =
    standing === null ? diffTerms({}, terms) : diffTerms(standing, terms);
  if (changes.length === 0) return <p class="reason">the same terms again</p>;
  const isFirst = standing === null;
  return (
    <dl class="terms">
      {changes.slice(0, MOST_CHANGES).map((change) => (
        <div key={change.path}>
          <dt>{visible(change.path === "" ? "terms" : change.path.slice(1))}</dt>
          <dd>
            {!isFirst && "from" in change && <del>{visible(valueText(change.from))}</del>}{" "}
            {"to" in change &&
              (isFirst ? visible(valueText(change.to)) : <ins>{visible(valueText(change.to))}</ins>)}
            {change.kind === "changed" && change.delta !== undefined && (
              <small>
                {" "}
                {`${change.delta > 0 ? "+" : "−"}${Math.abs(Number(change.delta.toPrecision(12)))}`}
              </small>
            )}
          </dd>
        </div>
      ))}
      {changes.length > MOST_CHANGES && <p>and {changes.length - MOST_CHANGES} more</p>}
    </dl>
  );
}

/** Chosen: terms of more members are read as JSON. */
const MOST_CHANGES = 40;

function Failure({ failure }: { readonly failure: FailedTurn }): preact.JSX.Element {
  const { partyId, attempt, kind, code, error, issues } = failure;
  return (
    <div class="failure">
      <p>
        <strong>{visible(partyId)}</strong> failed ({kind}
        {code !== undefined && code !== kind ? `, ${code}` : ""}), attempt {attempt}: {visible(error)}
      </p>
      <Issues issues={issues} />
    </div>
  );
}

function ConsultText({ consult }: { readonly consult: Consult }): preact.JSX.Element {
  const { partyId, question, answer, expired } = consult;
  return (
    <p>
      <strong>{visible(partyId)}</strong> asks its principal: {visible(question)}
      {answer === null ? (expired ? " — nobody answered in time" : "") : ` — ${visible(answer)}`}
    </p>
  );
}
