/**
 * @module
 * The negotiation as it is: record, steps and turns as JSON, to be copied, and all of it as a file.
 */

import { useSignal } from "@preact/signals";
import type { ShownProps } from "./parts.js";

/** What a reader may copy or take along. */
export function RawData({ state, shown }: ShownProps): preact.JSX.Element {
  const isOpen = useSignal(false);
  const said = useSignal("");
  const textOf = (): string => {
    const { view, turnCount, allTurns, allSteps, version } = shown;
    const record = { ...view, turns: allTurns.slice(0, turnCount) };
    return JSON.stringify({ record, steps: allSteps.slice(0, version + 1) }, null, 2);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(textOf());
      said.value = "Copied.";
    } catch {
      said.value = "The browser does not let this page copy: select the text instead.";
    }
  };
  return (
    <details
      class="raw"
      onToggle={(event) => {
        isOpen.value = (event.target as HTMLDetailsElement).open;
      }}
    >
      <summary>As JSON</summary>
      <p>
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>{" "}
        {state.about.value?.partyId === null && shown.viewer === "host" && (
          <a
            class="button"
            href={`api/negotiations/${encodeURIComponent(shown.view.id)}/file`}
            download="negotiation.json"
          >
            Save as a file
          </a>
        )}{" "}
        <span role="status">{said.value}</span>
      </p>
      {isOpen.value && <pre tabIndex={0}>{textOf()}</pre>}
    </details>
  );
}
