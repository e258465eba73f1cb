/**
 * @module
 * What several parts of the page are made of.
 */

import type { ComponentChildren } from "preact";
import type { Issue } from "../../../errors.js";
import { type AppState, addressOf, type Place, type Shown } from "./app-state.js";
import { visible } from "./words.js";

/** What a part of a negotiation's page is given. */
export interface ShownProps {
  readonly state: AppState;
  readonly shown: Shown;
}

/** A status, by colour and word. */
export function Badge({ status }: { readonly status: string }): preact.JSX.Element {
  return <b class={`badge ${/^[a-z]+$/.test(status) ? status : ""}`}>{visible(status)}</b>;
}

interface PlaceLinkProps {
  readonly state: AppState;
  readonly to: Place;
  readonly class?: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A link within the page, which a browser may open elsewhere as well. */
export function PlaceLink({ state, to, children, ...attributes }: PlaceLinkProps): preact.JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    state.go(to);
  };
  return (
    <a {...attributes} href={addressOf(to)} onClick={follow}>
      {children}
    </a>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Each with the words that are read in its place. */
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly choose: (value: string) => void;
}

/** One of several, with its label. */
export function Choice({ label, value, options, choose }: ChoiceProps): preact.JSX.Element {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is wrong with a move, place by place. */
export function Issues({
  issues = [],
}: {
  readonly issues: readonly Issue[] | undefined;
}): preact.JSX.Element {
  return (
    <ul>
      {issues.map(({ path, message }) => (
        <li key={path.join("/")}>
          <code>/{visible(path.join("/"))}</code> {visible(message)}
        </li>
      ))}
    </ul>
  );
}
