/**
 * @module
 * The state chart as a picture, drawn from the machine's own data: one state lit, and the path there numbered. What a
 * click does is its owner's business (`negotiation.tsx`, and the playground of the site).
 */

import { MACHINE_CONFIG, type StateNode, stateTree } from "../../../core/machine/index.js";

/** One step of a path: the state that it led to, by which event; `null` where it kept the state. */
export interface PathStep {
  /** As it is numbered. */
  readonly version: number;
  readonly status: string;
  readonly event: string | null;
}

interface PictureProps {
  readonly status: string;
  /** By the keys of the edges. */
  readonly taken: ReadonlyMap<string, readonly PathStep[]>;
  readonly chosen?: string | null;
  /** Makes edges that were taken buttons. */
  readonly choose?: ((key: string) => void) | undefined;
}

/** The chart of the machine. */
export function ChartPicture({ status, taken, chosen = null, choose }: PictureProps): preact.JSX.Element {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <defs>
        <marker id="tip" markerUnits="userSpaceOnUse" orient="auto">
          <path d="M -8 -4.5 L 1 0 L -8 4.5 z" />
        </marker>
      </defs>
      <rect class="frame" {...FRAME} rx="10" />
      {EDGES.map((edge) => (
        <EdgeMark
          key={edge.key}
          edge={edge}
          steps={taken.get(edge.key) ?? []}
          chosen={chosen}
          choose={choose}
        />
      ))}
      {NODES.map(({ name, x, y, isFinal }) => (
        <g key={name} class={`node${status === name ? " lit" : ""}${isFinal ? " final" : ""}`}>
          <rect x={x} y={y} width={NODE_WIDTH} height={NODE_HEIGHT} rx="7" />
          <text x={x + NODE_WIDTH / 2} y={y + NODE_HEIGHT / 2 + 5}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface EdgeProps extends Pick<PictureProps, "chosen" | "choose"> {
  readonly edge: DrawnEdge;
  readonly steps: readonly PathStep[];
}

function EdgeMark({ edge, steps, chosen, choose }: EdgeProps): preact.JSX.Element {
  const isTaken = steps.length > 0;
  const numbers = steps.map(({ version }) => version);
  const text =
    numbers.length > 3 ? `${numbers.slice(0, 2).join(", ")} … ${numbers.at(-1)}` : numbers.join(", ");
  const words = `${edge.from} to ${edge.to} by ${edge.events.join(", ")}`;
  const attributes =
    isTaken && choose
      ? {
          role: "button" as const,
          tabindex: 0,
          "aria-pressed": chosen === edge.key,
          "aria-label": `${words}: taken by version ${numbers.join(", ")}`,
          onClick: () => choose(edge.key),
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            choose(edge.key);
          },
        }
      : {};
  return (
    <g class={isTaken ? "edge taken" : "edge"} {...attributes}>
      <title>{words}</title>
      <path d={edge.path} marker-end="url(#tip)" />
      {isTaken && <path class="wide" d={edge.path} />}
      {isTaken && (
        <text x={edge.at[0]} y={edge.at[1]}>
          {text}
        </text>
      )}
    </g>
  );
}

/** The steps that took each drawn edge, by its key. A step that kept the state took the state's way to itself. */
export function takenEdges<Step extends PathStep>(
  steps: readonly Step[],
): ReadonlyMap<string, readonly Step[]> {
  const taken = new Map<string, Step[]>();
  let before: string | null = null;
  for (const step of steps) {
    const edge = EDGES.find(({ from, to, over }) => {
      return to === step.status && (from === before || over.includes(before ?? ""));
    });
    if (before !== null && edge !== undefined && (before !== step.status || step.event !== null)) {
      const known = taken.get(edge.key);
      if (known === undefined) taken.set(edge.key, [step]);
      else known.push(step);
    }
    before = step.status;
  }
  return taken;
}

interface DrawnEdge {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** The states that it leaves, where it leaves a frame of several. */
  readonly over: readonly string[];
  readonly events: readonly string[];
  readonly path: string;
  /** Where its numbers stand. */
  readonly at: readonly [x: number, y: number];
}

const WIDTH = 440;
const NODE_WIDTH = 96;
const NODE_HEIGHT = 34;
const ROW = 74;

const TREE = stateTree(MACHINE_CONFIG, MACHINE_CONFIG.id);
const FRAMES = TREE.states.filter(({ states }) => states.length > 0);
const LIVE = FRAMES.flatMap(({ states }) => states);
const FINALS = TREE.states.filter(({ isFinal }) => isFinal);
const HEIGHT = Math.max(LIVE.length, FINALS.length) * ROW + 10;
const LIVE_TOP = (HEIGHT - (LIVE.length - 1) * ROW - NODE_HEIGHT) / 2;
const FRAME = { x: 6, y: LIVE_TOP - 34, width: 170, height: (LIVE.length - 1) * ROW + NODE_HEIGHT + 68 };

const NODES = [...column(LIVE, 56, LIVE_TOP), ...column(FINALS, WIDTH - NODE_WIDTH - 4, 20)];

function column(states: readonly StateNode[], x: number, top: number) {
  return states.map(({ name, isFinal }, index) => ({ name, isFinal, x, y: top + index * ROW }));
}

const EDGES: readonly DrawnEdge[] = drawnEdges();

function drawnEdges(): DrawnEdge[] {
  const found: Omit<DrawnEdge, "path" | "at" | "key">[] = [];
  for (const frame of FRAMES) {
    for (const { name: to } of [...FINALS, ...frame.states]) {
      const eventsOf = ({ name, edges }: StateNode): string[] =>
        edges.filter(({ target }) => (target ?? name) === to).map(({ event }) => event);
      // What every state of the frame can do as well is one edge of the frame.
      for (const from of eventsOf(frame).length > 0 ? [frame] : frame.states) {
        const events = [...new Set([from, ...from.states].flatMap(eventsOf))];
        const over = from.states.map(({ name }) => name);
        if (events.length > 0) found.push({ from: from.name, to, over, events });
      }
    }
  }
  return found.map((edge) => ({ ...edge, key: `${edge.from}>${edge.to}`, ...wayOf(edge.from, edge.to) }));
}

/** The line of an edge: around a state, down or up beside a column, or across to the final states. */
function wayOf(from: string, to: string): Pick<DrawnEdge, "path" | "at"> {
  const target = NODES.find(({ name }) => name === to) as (typeof NODES)[number];
  const source = NODES.find(({ name }) => name === from);
  const y2 = target.y + NODE_HEIGHT / 2;
  if (source === undefined) {
    const x1 = FRAME.x + FRAME.width;
    const y1 =
      FRAME.y + (FRAME.height * (FINALS.findIndex(({ name }) => name === to) + 1)) / (FINALS.length + 1);
    return across(x1, y1, target.x, y2);
  }
  const y1 = source.y + NODE_HEIGHT / 2;
  if (source.isFinal === target.isFinal && source.x === target.x) {
    if (source === target)
      return {
        path: `M${source.x + 24} ${source.y + NODE_HEIGHT}q-30 26 22 0`,
        at: [source.x + 14, source.y + NODE_HEIGHT + 26],
      };
    const isDown = y2 > y1;
    const x = isDown ? source.x + NODE_WIDTH * 0.66 : source.x;
    if (isDown)
      return { path: `M${x} ${source.y + NODE_HEIGHT}V${target.y}`, at: [x + 6, (y1 + y2) / 2 + 4] };
    const out = x - 14 - Math.abs(y2 - y1) / 8;
    return {
      path: `M${x} ${y1 - 6}C${out} ${y1 - 6} ${out} ${y2 + 6} ${x} ${y2 + 6}`,
      at: [out + 2, (y1 + y2) / 2],
    };
  }
  return across(source.x + NODE_WIDTH, y1, target.x, y2);
}

function across(x1: number, y1: number, x2: number, y2: number): Pick<DrawnEdge, "path" | "at"> {
  const middle = (x1 + x2) / 2;
  // Nearer to the end: edges fan out from where they begin.
  return {
    path: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
    at: [x2 - 34, y2 + (y2 < y1 ? 16 : -8)],
  };
}
