/**
 * @module
 * The page: its head, and below it the list or one negotiation.
 */

import { render } from "preact";
import { AppState } from "./app-state.js";
import { NegotiationList } from "./list.js";
import { NegotiationPage } from "./negotiation.js";
import { PlaceLink } from "./parts.js";

function App({ state }: { readonly state: AppState }): preact.JSX.Element {
  const { id } = state.place.value;
  const connection = state.connection.value;
  return (
    <>
      <header class="top">
        <h1>
          <PlaceLink state={state} to={{ id: null, viewer: "host", version: null }}>
            Negotiations
          </PlaceLink>
        </h1>
        <p class={`connection ${connection}`} role="status">
          {WORDS[connection]}
        </p>
      </header>
      <main>{id === null ? <NegotiationList state={state} /> : <NegotiationPage state={state} />}</main>
    </>
  );
}

const WORDS = { opening: "connecting", live: "live", lost: "connection lost, trying again" };

const state = new AppState();
state.start();
render(<App state={state} />, document.getElementById("app") as HTMLElement);
