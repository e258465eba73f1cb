/**
 * @module
 * The playground: what a visitor chooses, and what becomes of it. Whatever is said, by agents or by an address, is text
 * here; the picture is that of `concordat/report`, as an image in which nothing can run.
 */

import { isFinal, type Turn } from "concordat";
import { analysisOf } from "concordat/analysis";
import { type IssueTerms, parseScenario, type Scenario } from "concordat/preferences";
import { utilityPlaneSvg } from "concordat/report";
import { namedStrategies } from "concordat/strategies";
import { traceOf } from "concordat/tournament";
import { type ComponentChild, render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ChartPicture, takenEdges } from "../../../src/bridges/inspector/page/chart-picture.js";
import { type Running, type Shown, startNegotiation } from "./negotiation.js";
import {
  type Deadline,
  hashOf,
  LONGEST_AGENT,
  MOST,
  OWN,
  PACES,
  type Settings,
  settingsOf,
} from "./settings.js";

/** Shows the playground there; what comes back takes it away. */
export function showPlayground(place: Element): () => void {
  render(<Playground />, place);
  return () => render(null, place);
}

const scenarios: ReadonlyMap<string, Scenario> = new Map(
  Object.entries(import.meta.glob("../../../examples/scenarios/*.json", { eager: true, import: "default" }))
    .map(([path, json]) => [path.replace(/^.*\/|\.json$/g, ""), parseScenario(json)] as const)
    .filter(([, { parties }]) => parties.length === 2),
);
const strategies = Object.keys(namedStrategies);
const known = { scenarios: [...scenarios.keys()], strategies };

function Playground() {
  const [settings, setSettings] = useState(() => settingsOf(location.hash, known));
  const [isForeign, setForeign] = useState(() => hasAgent(location.hash));
  const [shown, setShown] = useState<Shown | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [note, setNote] = useState("");
  const running = useRef<Running | null>(null);
  // What a negotiation says that was left for another one is shown nowhere.
  const latest = useRef(0);
  const scenario = scenarioOf(settings.scenario);
  const isRunning = shown !== null && !isFinal(shown.negotiation);
  const leave = (): void => {
    latest.current += 1;
    running.current?.stop();
    setShown(null);
    setNote("");
  };

  useEffect(() => {
    const read = (): void => {
      leave();
      setSettings(settingsOf(location.hash, known));
      setForeign(hasAgent(location.hash));
    };
    addEventListener("hashchange", read);
    return () => {
      removeEventListener("hashchange", read);
      leave();
    };
  }, []);

  const choose = (chosen: Partial<Settings>): void => {
    leave();
    setSettings({ ...settings, ...chosen });
  };
  const run = (): void => {
    leave();
    setAt(null);
    setForeign(false);
    const mine = latest.current;
    running.current = startNegotiation(settings, scenario, (told) => {
      if (latest.current === mine) setShown(told);
    });
  };
  const share = async (): Promise<void> => {
    history.replaceState(history.state, "", hashOf(settings));
    const isCopied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    setNote(isCopied === true ? "The address is copied." : "The address of this page says it now.");
  };
  const seat = (index: 0 | 1) => (
    <Choice
      name={scenario.parties[index]?.name ?? ""}
      value={settings.seats[index]}
      options={[...strategies, OWN]}
      onChoice={(name) =>
        choose({ seats: index === 0 ? [name, settings.seats[1]] : [settings.seats[0], name] })
      }
    />
  );

  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isRunning) running.current?.stop();
          else run();
        }}
      >
        <Choice
          name="scenario"
          value={settings.scenario}
          options={known.scenarios}
          onChoice={(name) => choose({ scenario: name })}
        />
        {seat(0)}
        {seat(1)}
        <Amount name="ends after" value={settings.limit} least={2} onAmount={(limit) => choose({ limit })} />
        <Choice
          name="counted in"
          value={settings.deadline}
          options={["turns", "seconds"]}
          onChoice={(deadline) => choose({ deadline: deadline as Deadline })}
        />
        <Amount name="seed" value={settings.seed} least={0} onAmount={(seed) => choose({ seed })} />
        <Choice
          name="pace"
          value={settings.pace}
          options={Object.keys(PACES)}
          onChoice={(pace) => choose({ pace })}
        />
        {settings.seats.includes(OWN) && (
          <label class="wide">
            your agent, a module of JavaScript
            <textarea
              rows={12}
              spellcheck={false}
              maxLength={LONGEST_AGENT}
              value={settings.agent}
              onInput={({ currentTarget }) => choose({ agent: currentTarget.value })}
            />
            {isForeign && (
              <strong>
                This agent came with the address. Read it; it runs when you press Negotiate, and not before.
              </strong>
            )}
          </label>
        )}
        <div class="wide">
          <button type="submit">{isRunning ? "Stop" : "Negotiate"}</button>
          <button type="button" onClick={() => void share()}>
            Share
          </button>
          <span role="status">{note}</span>
        </div>
      </form>
      {shown === null ? (
        <Plane scenario={scenario} rows={[]} />
      ) : (
        <Story shown={shown} scenario={scenario} at={at} onPlace={setAt} />
      )}
    </>
  );
}

function scenarioOf(name: string): Scenario {
  const scenario = scenarios.get(name);
  if (scenario === undefined) throw new TypeError(`Expected a scenario of two parties, got ${name}.`);
  return scenario;
}

function hasAgent(hash: string): boolean {
  return new URLSearchParams(hash.slice(1)).has("agent");
}

interface StoryProps extends Pick<PlaneProps, "scenario"> {
  readonly shown: Shown;
  /** How many turns are shown; `null`: as many as there are. */
  readonly at: number | null;
  readonly onPlace: (at: number | null) => void;
}

function Story({ shown: { negotiation, path, trouble }, scenario, at, onPlace }: StoryProps) {
  const { turns, outcome, status, floor } = negotiation;
  const count = Math.min(at ?? turns.length, turns.length);
  const rows = useMemo(() => traceOf(negotiation, scenario), [negotiation, scenario]);
  // What ended it without a turn comes after the last one.
  const walked = count === turns.length ? path : path.slice(0, count);
  const ending =
    outcome === null
      ? `${status}: turn ${turns.length + 1} is ${floor}'s`
      : `${status} (${outcome.reason.replace("_", " ")}) after ${outcome.turnCount} turns`;
  return (
    <>
      <p role="status" class="state" data-status={status}>
        {ending}
      </p>
      {trouble !== null && (
        <p role="alert" class="trouble">
          {trouble}
        </p>
      )}
      <label class="time">
        turn {count} of {turns.length}
        <input
          type="range"
          min={0}
          max={turns.length}
          value={count}
          onInput={({ currentTarget: { valueAsNumber } }) =>
            onPlace(valueAsNumber === turns.length ? null : valueAsNumber)
          }
        />
      </label>
      <Plane scenario={scenario} rows={rows.slice(0, count)} />
      <section class="chart" aria-label="state chart">
        <ChartPicture status={walked.at(-1)?.status ?? ""} taken={takenEdges(walked)} />
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to scroll by keyboard */}
      <section class="turns" aria-label="turns" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>turn</th>
              <th>party</th>
              <th>move</th>
              {scenario.parties.map(({ name }) => (
                <th key={name}>worth to {name}</th>
              ))}
              <th>deal</th>
            </tr>
          </thead>
          <tbody>
            {turns
              .slice(0, count)
              .map((turn, index) => (
                <tr key={turn.number}>
                  <td>{turn.number}</td>
                  <td>{turn.partyId}</td>
                  <td>{turn.action}</td>
                  {scenario.parties.map(({ name }, party) => (
                    <td key={name}>{rows[index]?.utilities?.[party]?.toFixed(2) ?? ""}</td>
                  ))}
                  <td>
                    {turn.terms === null ? "" : termsOf(turn.terms, standing(turns, index))}
                    {turn.message !== null && <q>{turn.message}</q>}
                  </td>
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The terms that stood before that turn. */
function standing(turns: readonly Turn<IssueTerms>[], index: number): IssueTerms | null {
  return turns.slice(0, index).findLast(({ terms }) => terms !== null)?.terms ?? null;
}

/** Each value, those that the turn changed in bold. */
function termsOf(terms: IssueTerms, former: IssueTerms | null): ComponentChild {
  return Object.entries(terms).map(([issue, value], index) => {
    const isNew = former !== null && former[issue] !== value;
    return (
      <span key={issue}>
        {index > 0 && ", "}
        {issue} {isNew ? <strong>{value}</strong> : value}
      </span>
    );
  });
}

interface PlaneProps {
  readonly scenario: Scenario;
  readonly rows: ReturnType<typeof traceOf>;
}

function Plane({ scenario, rows }: PlaneProps) {
  const analysis = useMemo(() => analysisOf(scenario), [scenario]);
  const svg = useMemo(() => utilityPlaneSvg({ scenario, trace: rows, analysis }), [scenario, rows.length]);
  const name = `What every deal, and each offer so far, is worth to ${scenario.parties.map((one) => one.name).join(" and ")}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to scroll by keyboard
    <section class="plane" aria-label="utility plane" tabIndex={0}>
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={name} decoding="sync" />
    </section>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChoice: (value: string) => void;
}

function Choice({ name, value, options, onChoice }: ChoiceProps) {
  return (
    <label>
      {name}
      <select value={value} onChange={({ currentTarget }) => onChoice(currentTarget.value)}>
        {options.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

interface AmountProps {
  readonly name: string;
  readonly value: number;
  readonly least: number;
  readonly onAmount: (value: number) => void;
}

function Amount({ name, value, least, onAmount }: AmountProps) {
  const hear = ({ currentTarget: input }: { readonly currentTarget: HTMLInputElement }): void => {
    if (input.checkValidity()) onAmount(input.valueAsNumber);
  };
  return (
    <label>
      {name}
      <input type="number" required step={1} min={least} max={MOST} value={value} onChange={hear} />
    </label>
  );
}
