/**
 * @module
 * The state chart of a moment: a click on an edge that was taken shows the turns that took it.
 */

import { useSignal } from "@preact/signals";
import { type AppState, addressOf, type Shown } from "./app-state.js";
import { ChartPicture, takenEdges } from "./chart-picture.js";

interface Props {
  readonly state: AppState;
  readonly shown: Shown;
}

/** The chart with the path. */
export function StateChart({ state, shown }: Props): preact.JSX.Element {
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
          <a
            key={at}
            href={addressOf({ ...state.place.value, version: at })}
            onClick={(click) => {
              click.preventDefault();
              state.go({ ...state.place.value, version: at }, "replace");
            }}
          >
            {event ?? "stored"} ({event !== null && turnCount > 0 ? `turn ${turnCount}, ` : ""}v{at})
          </a>
        ))}
      </p>
    </section>
  );
}
