/**
 * The page of one who sits at a table for two, whatever host it is of: who is here, whether the line is there, the
 * negotiation, its turns, and what the host has beside them. `?token=` says who looks.
 */
import { el } from "./elements.js";
import { negotiationCard } from "./negotiation-card.js";

/**
 * @param {{ title: string, send: (message: object) => Promise<object>, beside?: HTMLElement[] }} options `send` hands in a
 * message and answers what the host says; `beside` stands below the turns
 */
export async function hostPage({ title, send, beside = [] }) {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const { me, schema, example } = await (await fetch(`/about?token=${encodeURIComponent(token)}`)).json();
  const line = el("span", { className: "line", role: "status" }, "Connecting");
  const members = el("div", { className: "members" });
  const card = negotiationCard({ me, schema, send, first: () => example });
  document.body.append(
    el("header", { className: "top" }, el("h1", {}, title), members, line),
    el(
      "main",
      { className: "columns" },
      card.element,
      el("div", { className: "side" }, card.past, ...beside),
    ),
  );
  return {
    me,
    token,
    /** Takes a snapshot. */
    show: card.show,
    /** For who comes back: how many turns it has seen. */
    get seenTurns() {
      return card.snapshots.seenTurns;
    },
    /** Says how the line is. */
    say(text) {
      line.textContent = text;
    },
    /** Says who has a seat, and who of them is here: `[{ id, isHere }]`. */
    seat(present) {
      members.replaceChildren(
        ...present.map(({ id, isHere }) =>
          el("span", { className: isHere ? "dot here" : "dot" }, id === me ? `${id} (you)` : id),
        ),
      );
      card.meet(present.find(({ id }) => id !== me)?.id);
    },
  };
}
