/**
 * A negotiation at a glance, for one who sits at it: whose turn it is, how long, what is on the table and how it differs
 * from the other side's last word; one click accepts, a form made from the schema counters.
 */
import { el } from "./elements.js";
import { Snapshots } from "./snapshots.js";
import { termsForm } from "./terms-form.js";
import { differences, summary, termsTable } from "./terms-table.js";

const ENDINGS = {
  accepted: ["It is a deal", "good"],
  rejected: ["No deal", "bad"],
  withdrawn: ["Called off", "bad"],
  expired: ["Time ran out", "bad"],
  stalled: ["Stuck", "bad"],
};

const SAID = {
  propose: "offered",
  counter: "countered",
  accept: "accepted",
  reject: "said no",
  question: "asked",
  withdraw: "left the table",
};

/** Why it ended, where the word does not say it. */
const WHY = {
  turn_timeout: "A turn passed without an answer.",
  total_timeout: "The time for all of it was over.",
  proposal_expired: "The offer was no longer valid.",
  turn_cap: "There were no turns left.",
  cancelled: "Somebody left the room, or the server closed.",
};

/**
 * @param {{ me: string, schema: object, send: (message: object) => Promise<object>, first: () => unknown }} options
 * `send` hands in a message and answers what the host says; `first` gives the terms that an opening begins with
 */
export function negotiationCard({ me, schema, send, first }) {
  const snapshots = new Snapshots();
  const status = el("h2", { "aria-live": "polite" });
  const clock = el("span", { className: "clock", role: "timer" });
  const bar = el("i");
  const track = el("div", { className: "track" }, bar);
  const terms = el("div", { className: "scroll" });
  const alert = el("p", { className: "alert", role: "alert", hidden: true });
  const actions = el("div", { className: "actions" });
  const drawer = el("form", { className: "drawer", hidden: true, noValidate: false });
  const history = el("ol", { className: "history" });
  const past = el("section", { className: "card", hidden: true }, el("h2", {}, "So far"), history);
  const element = el(
    "section",
    { className: "card" },
    el("header", {}, status, clock),
    ...[track, terms, alert, actions, drawer],
  );
  let other;
  let isBusy = false;

  const view = () => snapshots.newest?.view;
  const isOver = () => view() === undefined || view().outcome !== null;

  /** Hands in a move, on the version that is shown. */
  const act = async (move) => {
    if (isBusy) return;
    isBusy = true;
    draw();
    const seen = isOver()
      ? { negotiationId: null }
      : { negotiationId: view().id, expectedVersion: view().version };
    let answer;
    try {
      answer = await send({ commandId: crypto.randomUUID(), ...seen, move });
    } catch {
      answer = { ok: false, code: "no_answer", message: "The server did not answer. Try again." };
    }
    isBusy = false;
    if (answer.ok) closeDrawer();
    if (answer.snapshot) snapshots.take(answer.snapshot);
    draw();
    alert.hidden = answer.ok;
    alert.replaceChildren(...(answer.ok ? [] : [el("code", {}, answer.code), ` ${answer.message}`]));
  };

  const closeDrawer = () => {
    drawer.hidden = true;
    drawer.replaceChildren();
  };

  /** The form for a proposal, or the one line for a question. */
  const openDrawer = (action) => {
    const fields =
      action === "question" ? null : termsForm(schema, (isOver() ? undefined : standing()?.terms) ?? first());
    const words = el("input", {
      name: "message",
      maxLength: 500,
      placeholder: action === "question" ? "What would you like to know?" : "A word with it",
      "aria-label": action === "question" ? "Question" : "Message",
    });
    words.required = action === "question";
    const go = el(
      "button",
      { className: "primary" },
      { propose: "Send the offer", counter: "Send the counter", question: "Ask" }[action],
    );
    const cancel = el(
      "button",
      { type: "button", className: "quiet", onclick: () => (closeDrawer(), draw()) },
      "Cancel",
    );
    drawer.onsubmit = (event) => {
      event.preventDefault();
      const message = words.value === "" ? {} : { message: words.value };
      void act({ action, ...(fields && { terms: fields.read() }), ...message });
    };
    drawer.replaceChildren(
      ...(fields ? [fields.element] : []),
      words,
      el("div", { className: "actions" }, go, cancel),
    );
    drawer.hidden = false;
    draw();
    drawer.querySelector("input, select")?.focus();
  };

  const standing = () => view()?.standing ?? null;

  /** The last proposal of the side that does not have the one that stands. */
  const answered = () =>
    view()?.turns.findLast(({ terms: offered, partyId }) => offered && partyId !== standing()?.partyId)
      ?.terms;

  const name = (partyId) => (partyId === me ? "You" : partyId);

  function draw() {
    const seen = view();
    const legal = new Set(
      isOver() ? (other === undefined ? [] : ["propose"]) : (snapshots.newest.legal?.actions ?? []),
    );
    element.dataset.status = seen?.status ?? "none";
    element.dataset.turn = seen?.outcome === null ? (seen.floor === me ? "mine" : "theirs") : "nobody";
    if (seen === undefined)
      status.textContent = other === undefined ? "Waiting for somebody" : "Nothing on the table yet";
    else if (seen.outcome !== null) status.textContent = ENDINGS[seen.status]?.[0] ?? seen.status;
    else status.textContent = seen.floor === me ? "Your turn" : `${seen.floor} thinks`;
    const mine = standing()?.partyId === me;
    const isAgreed = seen?.status === "accepted";
    const table = standing() && {
      ...{
        schema,
        terms: standing().terms,
        title: isAgreed ? "Agreed" : mine ? "You offer" : `${standing().partyId} offers`,
      },
      ...{ other: answered(), otherTitle: `${mine ? other : "You"} offered` },
    };
    const why = seen?.outcome ? WHY[seen.outcome.reason] : undefined;
    terms.replaceChildren(
      ...(why ? [el("p", { className: "why" }, why)] : []),
      ...(table ? [termsTable(table)] : []),
    );
    const button = (action, className, label, onclick) =>
      legal.has(action) &&
      el("button", { type: "button", className, onclick, disabled: isBusy, "data-action": action }, label);
    const again = seen === undefined ? "Make the first offer" : "Begin anew";
    actions.replaceChildren(
      ...[
        button("accept", "primary", "Accept", () => void act({ action: "accept" })),
        button("counter", standing() && !mine ? "" : "primary", "Counter", () => openDrawer("counter")),
        !legal.has("counter") &&
          button("propose", "primary", isOver() ? again : "Offer", () => openDrawer("propose")),
        button("question", "", "Ask", () => openDrawer("question")),
        button("reject", "danger", "Say no", () => void act({ action: "reject" })),
        button("withdraw", "danger", "Leave the table", () => void act({ action: "withdraw" })),
      ].filter(Boolean),
    );
    actions.hidden = !drawer.hidden || actions.childElementCount === 0;
    history.replaceChildren(
      ...(seen?.turns ?? []).map((turn, index, turns) => turnLine(turn, turns.slice(0, index))),
    );
    past.hidden = !seen?.turns.length;
    tick();
  }

  function turnLine({ number, partyId, action, terms: offered, message }, before) {
    const last = before.findLast((turn) => turn.terms)?.terms;
    const what = !offered ? [] : last ? differences(schema, last, offered) : summary(schema, offered);
    return el(
      "li",
      { "data-number": number, className: partyId === me ? "mine" : "theirs" },
      el("b", {}, name(partyId)),
      ` ${SAID[action] ?? action}`,
      action !== "accept" && what.length > 0 && el("small", {}, what.join(" · ")),
      message && el("q", {}, message),
    );
  }

  function tick() {
    const at = isOver() ? null : snapshots.newest.legal?.deadlineAt;
    track.hidden = clock.hidden = at == null;
    if (at == null) return;
    const left = Math.max(0, at - Date.now() - snapshots.clockAhead);
    const whole = Math.max(1, at - view().updatedAt);
    const seconds = Math.ceil(left / 1_000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    bar.style.width = `${Math.min(100, (100 * left) / whole)}%`;
    element.dataset.hurry = String(left < whole / 4);
  }

  setInterval(tick, 250);
  draw();
  return {
    element,
    /** The turns so far. */
    past,
    snapshots,
    /** Takes a snapshot; an old one changes nothing. */
    show(snapshot) {
      const known = view();
      if (!snapshots.take(snapshot)) return;
      // What was being written answered something else; what is over takes no answer.
      if (!drawer.hidden && (isOver() || known?.id !== view().id || view().floor !== me)) closeDrawer();
      alert.hidden = true;
      draw();
    },
    /** Says who sits opposite. */
    meet(partyId) {
      other = partyId;
      draw();
    },
  };
}
