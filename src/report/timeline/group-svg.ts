/**
 * @module
 * A group of negotiations as an SVG document: a lane for each track over time, with its turns, when it was reserved,
 * confirmed or released, and the moment in which the goal was met.
 */

import { readOptions, unmet } from "../../core/checks/index.js";
import {
  axisScale,
  coordinate,
  element,
  frame,
  HEADING_HEIGHT,
  INK,
  type LegendEntry,
  legend,
  type Markup,
  marker,
  NOTHING,
  type Place,
  partyStyle,
  picture,
  shownText,
  text,
} from "../drawing/index.js";

/** What is drawn of a track: `GroupRecord["tracks"]` of `concordat/group` has it. */
export interface ShownTrack {
  readonly id: string;
  readonly memberId: string;
  readonly negotiationId: string;
  readonly required: boolean;
  readonly state: string;
  readonly reason: string | null;
  /** Epoch ms, as is `closedAt`. */
  readonly settledAt: number | null;
  readonly closedAt: number | null;
}

/** What is drawn of a group: the record that its events tell has it. */
export interface ShownGroup {
  readonly id: string;
  readonly status: string;
  readonly coordinatorId: string;
  readonly tracks: readonly ShownTrack[];
  /** Epoch ms, as are all instants. */
  readonly deadlineAt: number;
  readonly metAt: number | null;
  readonly outcome: { readonly status: string; readonly reason: string; readonly at: number } | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A negotiation, for the turns on its lane. */
export interface ShownNegotiation {
  readonly id: string;
  readonly turns: readonly {
    readonly seat: "initiator" | "responder";
    readonly action: string;
    readonly at: number;
  }[];
}

/** What a picture of a group is drawn from. */
export interface GroupPictureOptions {
  readonly group: ShownGroup;
  /** Those of its tracks, in any order. @default none: lanes without turns */
  readonly negotiations?: readonly ShownNegotiation[] | undefined;
}

/**
 * An SVG document with a lane for each track of a group, for the coordinator: it shows every member.
 *
 * A line is a negotiation that goes on, a band a reservation; a filled circle confirms it, a ring releases it, a
 * square is a track that ended without. Upright lines are the goal met, the group's end and its deadline. The document
 * refers to nothing outside itself, and equal records give equal bytes.
 *
 * @throws {TypeError} for an unknown option, or a group that is no record
 * @see docs/requirements/bindu.md, section 4
 */
export function groupSvg(options: GroupPictureOptions): string {
  const { group, negotiations = [] } = readOptions("the options of groupSvg", options, [
    "group",
    "negotiations",
  ]);
  if (!Array.isArray(group?.tracks)) throw new TypeError(unmet("group", "the record of a group", group));
  const { tracks, createdAt, outcome, metAt, deadlineAt } = group;
  const last = Math.max(group.updatedAt, ...tracks.map(({ closedAt }) => closedAt ?? createdAt));
  const isLate = outcome === null || outcome.at >= deadlineAt;
  const end = Math.max(last, isLate ? deadlineAt : createdAt, createdAt + 1);
  const unit = UNITS.find(({ ms }) => end - createdAt >= 2 * ms) ?? MILLISECONDS;
  const since = (at: number): number => (at - createdAt) / unit.ms;
  const right = axisScale([0, since(end)], { from: LEFT, to: LEFT + WIDTH_OF_LANES }, 10);
  const lanes: Lanes = { top: HEADING_HEIGHT + 24, x: (at) => coordinate(right.place(since(at))), last };
  const area = {
    left: LEFT,
    top: lanes.top,
    width: WIDTH_OF_LANES,
    height: Math.max(tracks.length, 1) * LANE,
  };
  const bottom = area.top + area.height;
  const isOneMoment = outcome?.at === metAt;
  const moment = (name: string, at: number | null): Markup => momentAt(name, at, area.height, lanes);
  const up = { low: 0, high: 1, ticks: [], place: () => bottom };
  const turns = new Map(negotiations.map((negotiation) => [negotiation.id, negotiation.turns]));
  const signs = legend(ENTRIES, { x: 20, y: bottom + 48, width: WIDTH - 40 });
  return picture(
    {
      width: WIDTH,
      height: bottom + 48 + signs.height + 12,
      title: `${shownText(group.coordinatorId, 40)} and ${tracks.length} ${tracks.length === 1 ? "track" : "tracks"}`,
      subtitle: outcome === null ? group.status : `${outcome.status}: ${outcome.reason}`,
      description: descriptionOf(group),
    },
    [
      frame({ area, right, up, rightName: `Time since it began, ${unit.name}`, upName: "" }),
      ...tracks.map((track, index) => lane(track, turns.get(track.negotiationId) ?? [], index, group, lanes)),
      moment(
        isOneMoment && outcome?.status !== "completed" ? `goal met, ${outcome?.status}` : "goal met",
        metAt,
      ),
      moment(outcome?.status ?? "", isOneMoment ? null : (outcome?.at ?? null)),
      moment("deadline", isLate && outcome === null ? deadlineAt : null),
      signs.markup,
    ],
  );
}

/** Pixels. */
const WIDTH = 830;

const LEFT = 190;

const WIDTH_OF_LANES = 610;

const LANE = 30;

const MILLISECONDS = { name: "ms", ms: 1 };

const UNITS = [
  { name: "days", ms: 86_400_000 },
  { name: "hours", ms: 3_600_000 },
  { name: "minutes", ms: 60_000 },
  { name: "seconds", ms: 1_000 },
];

/** How a reservation is drawn. */
const BAND = { stroke: partyStyle(0).colour, "stroke-width": 9, "stroke-opacity": 0.45 };

interface Lanes {
  readonly top: number;
  readonly x: (at: number) => number;
  /** Epoch ms up to which what goes on is drawn. */
  readonly last: number;
}

/** One track: its name, the line while it negotiates, the band while it is held, and how it ended. */
function lane(
  track: ShownTrack,
  turns: ShownNegotiation["turns"],
  index: number,
  { createdAt }: ShownGroup,
  { top, x, last }: Lanes,
): Markup {
  const y = top + index * LANE + LANE / 2;
  const { state, settledAt, closedAt } = track;
  const held = state === "reserved" || state === "released" || state === "confirmed" ? settledAt : null;
  const name = `${shownText(track.memberId, 14)} · ${shownText(track.id, 12)}${track.required ? "" : " (optional)"}`;
  const words = `${shownText(track.memberId)}, ${shownText(track.id)}: ${state}${track.reason === null ? "" : `, ${shownText(track.reason)}`}`;
  const bandEnd = closedAt ?? last;
  return element("g", { class: `track ${TRACK_CLASSES.get(state) ?? "other"}` }, [
    element("title", {}, [text(words)]),
    word(name, { x: LEFT - 12, y: y + 4, "font-size": 12, "text-anchor": "end" }),
    line(x(createdAt), x(settledAt ?? last), y, { stroke: INK, "stroke-width": 1.4 }),
    held === null || bandEnd <= held ? NOTHING : line(x(held), x(bandEnd), y, BAND),
    ...turns.map(({ seat, action, at }) =>
      marker(
        "diamond",
        { x: x(at), y },
        3,
        { fill: partyStyle(seat === "initiator" ? 0 : 1).colour },
        shownText(action),
      ),
    ),
    endSign(state, { x: x(closedAt ?? settledAt ?? last), y }),
  ]);
}

/** States as words of a class: what a record of others says stands in no attribute. */
const TRACK_CLASSES: ReadonlyMap<string, string> = new Map(
  ["pending", "negotiating", "reserved", "confirmed", "released", "failed"].map((state) => [state, state]),
);

function endSign(state: string, place: Place): Markup {
  if (state === "confirmed") return marker("circle", place, 6, { fill: partyStyle(2).colour });
  if (state === "released")
    return marker("circle", place, 5, { fill: "none", stroke: partyStyle(0).colour, "stroke-width": 2.2 });
  if (state === "failed") return marker("square", place, 5, { fill: partyStyle(1).colour });
  return NOTHING;
}

function line(
  from: number,
  to: number,
  y: number,
  attributes: Readonly<Record<string, string | number>>,
): Markup {
  return element("path", { d: `M${from} ${y}H${Math.max(from, to)}`, fill: "none", ...attributes });
}

/** An upright line through all lanes, with its name above. */
function momentAt(name: string, at: number | null, height: number, { top, x }: Lanes): Markup {
  if (at === null) return NOTHING;
  const d = `M${x(at)} ${top}v${height}`;
  const anchor = x(at) > LEFT + WIDTH_OF_LANES - 60 ? "end" : "middle";
  return element("g", { class: "moment" }, [
    element("path", { class: "ink-line", d, fill: "none", stroke: INK, "stroke-dasharray": "3 3" }),
    word(name, { x: x(at), y: top - 6, "font-size": 11, "text-anchor": anchor }),
  ]);
}

function word(said: string, attributes: Readonly<Record<string, string | number>>): Markup {
  return element("text", { class: "ink", fill: INK, ...attributes }, [text(said)]);
}

const sideways = ({ x, y }: Place, attributes: Readonly<Record<string, string | number>>): Markup =>
  line(coordinate(x - 10), coordinate(x + 10), coordinate(y), attributes);

const ENTRIES: readonly LegendEntry[] = [
  { words: "Negotiating", sign: (place) => [sideways(place, { stroke: INK, "stroke-width": 1.4 })] },
  {
    words: "Reserved",
    sign: (place) => [sideways(place, BAND)],
  },
  { words: "Confirmed", sign: (place) => [endSign("confirmed", place)] },
  { words: "Released", sign: (place) => [endSign("released", place)] },
  { words: "Ended without", sign: (place) => [endSign("failed", place)] },
  {
    words: "Turns of coordinator and member",
    sign: ({ x, y }) => [
      marker("diamond", { x: x - 6, y }, 3, { fill: partyStyle(0).colour }),
      marker("diamond", { x: x + 6, y }, 3, { fill: partyStyle(1).colour }),
    ],
  },
];

function descriptionOf({ coordinatorId, tracks, outcome, status }: ShownGroup): string {
  const said = tracks.map(
    ({ memberId, id, state }) => `${shownText(memberId)} for ${shownText(id)}: ${state}`,
  );
  const end = outcome === null ? status : `${outcome.status}, ${outcome.reason}`;
  return `The negotiations of ${shownText(coordinatorId)}. ${said.join("; ")}. The group: ${end}.`;
}
