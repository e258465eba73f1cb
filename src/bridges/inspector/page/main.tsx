/**
 * @module
 * The page: its head, and below it the list or one negotiation.
 */

import { render } from "preact";
import { AppState } from "./app-state.js";
import { NegotiationList } from "./list.js";
import { NegotiationPage } from "./negotiation.js";

function App({ state }: { readonly state: AppState }): preact.JSX.Element {
  const { id } = state.place.value;
  return (
    <>
      <header class="top">
        <h1>
          <a
            href={location.pathname}
            onClick={(event) => {
              if (state.place.value.viewer !== "host") return;
              event.preventDefault();
              state.go({ id: null, viewer: "host", version: null });
            }}
          >
            Negotiations
          </a>
        </h1>
        <Connection state={state} />
      </header>
      <main>{id === null ? <NegotiationList state={state} /> : <NegotiationPage state={state} />}</main>
    </>
  );
}

function Connection({ state }: { readonly state: AppState }): preact.JSX.Element {
  const words = { opening: "connecting", live: "live", lost: "connection lost, trying again" };
  const connection = state.connection.value;
  return (
    <p class={`connection ${connection}`} role="status">
      {words[connection]}
    </p>
  );
}

const state = new AppState();
state.start();
render(<App state={state} />, document.getElementById("app") as HTMLElement);
