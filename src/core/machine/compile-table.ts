/**
 * @module
 * Compiles a machine into a table once and walks it. What it cannot represent it refuses while
 * compiling, with state and event named. It is tested to equal XState's own `transition()`.
 */

/** What the compiler reads of a machine: its configuration as data. */
export interface MachineConfig {
  readonly initial?: unknown;
  readonly states?: Readonly<Record<string, StateConfig>> | undefined;
  readonly on?: unknown;
}

/** A state of the configuration. Members that the table cannot represent are looked for by name. */
export interface StateConfig {
  readonly type?: string | undefined;
  readonly initial?: unknown;
  readonly id?: string | undefined;
  readonly on?: unknown;
  readonly states?: Readonly<Record<string, StateConfig>> | undefined;
}

/** The functions that a machine refers to by name. */
export interface Implementations<Context, Event> {
  readonly guards: Readonly<Record<string, (context: Context, event: Event) => boolean>>;
  readonly updates: Readonly<Record<string, (context: Context, event: Event) => Context>>;
}

/** One way out of a state: taken when its guard agrees. */
interface Transition<Context, Event> {
  readonly target: string;
  readonly guard: ((context: Context, event: Event) => boolean) | undefined;
  readonly update: ((context: Context, event: Event) => Context) | undefined;
}

/** For each leaf state and event the ways out, in the order in which they are tried. */
export type TransitionTable<Context, Event> = Readonly<
  Record<string, Readonly<Record<string, readonly Transition<Context, Event>[]>>>
>;

/** Where a step leads. */
export interface Step<Context> {
  /** The leaf state. */
  readonly value: string;
  readonly context: Context;
}

/**
 * The next state and context, or `undefined` where the machine takes no transition.
 *
 * @param value - the leaf state, such as `"proposed"`
 */
export function step<Context, Event extends { readonly type: string }>(
  table: TransitionTable<Context, Event>,
  value: string,
  context: Context,
  event: Event,
): Step<Context> | undefined {
  const transitions = table[value]?.[event.type];
  if (transitions === undefined) return undefined;
  for (const { guard, update, target } of transitions) {
    if (guard !== undefined && !guard(context, event)) continue;
    return { value: target, context: update === undefined ? context : update(context, event) };
  }
  return undefined;
}

/**
 * The table of a machine whose states are leaves, or compound states of one level or more.
 *
 * @throws {Error} naming state and event, on parallel or history states, wildcards, handlers at the
 * root, `always`, delayed transitions, entry or exit actions, invocations, anonymous or combined
 * guards, several or anonymous actions, and unknown names and targets
 */
export function compileTable<Context, Event>(
  config: MachineConfig,
  implementations: Implementations<Context, Event>,
  rootId: string,
): TransitionTable<Context, Event> {
  const [rootEvent] = Object.keys((config.on ?? {}) as object);
  if (rootEvent !== undefined) {
    // XState would ask it on a finished machine as well, where the table has no way out (MA-2).
    cannot(`State ${rootId}, event ${rootEvent}`, "a handler at the root");
  }
  const leaves = leafStates(config, rootId);
  const table: Record<string, Record<string, readonly Transition<Context, Event>[]>> = Object.create(null);
  for (const leaf of leaves) {
    if (table[leaf.name] !== undefined) cannot(`State ${leaf.name}`, "a second leaf of that name");
    table[leaf.name] = leaf.isFinal ? Object.create(null) : row(leaf, leaves, implementations, rootId);
  }
  return table;
}

interface Leaf {
  readonly name: string;
  readonly path: readonly string[];
  readonly isFinal: boolean;
  /** From the leaf outwards: XState asks a leaf before its parent. */
  readonly levels: readonly { readonly path: readonly string[]; readonly config: StateConfig }[];
}

const REFUSED = ["always", "after", "entry", "exit", "invoke", "history", "onDone", "output"] as const;

function leafStates(root: MachineConfig, rootId: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (config: StateConfig, path: readonly string[], outer: Leaf["levels"]): void => {
    const name = path.join(".") || rootId;
    for (const member of REFUSED) {
      if (member in config) cannot(`State ${name}`, member);
    }
    if (config.type !== undefined && !["final", "compound", "atomic"].includes(config.type)) {
      cannot(`State ${name}`, `type ${config.type}`);
    }
    const levels = [{ path, config }, ...outer];
    const children = Object.entries(config.states ?? {});
    if (children.length > 0) {
      if (typeof config.initial !== "string" || config.states?.[config.initial] === undefined) {
        cannot(`State ${name}`, `initial ${config.initial}`);
      }
      for (const [child, childConfig] of children) walk(childConfig, [...path, child], levels);
    } else {
      leaves.push({ name: path.at(-1) ?? rootId, path, isFinal: config.type === "final", levels });
    }
  };
  walk(root as StateConfig, [], []);
  return leaves;
}

function row<Context, Event>(
  leaf: Leaf,
  leaves: readonly Leaf[],
  implementations: Implementations<Context, Event>,
  rootId: string,
): Record<string, readonly Transition<Context, Event>[]> {
  const compiled: Record<string, Transition<Context, Event>[]> = Object.create(null);
  for (const level of leaf.levels) {
    for (const [event, transitions] of Object.entries((level.config.on ?? {}) as Record<string, unknown>)) {
      const where = `State ${level.path.join(".") || rootId}, event ${event}`;
      if (event === "" || event.includes("*")) cannot(where, "a wildcard");
      const list = Array.isArray(transitions) ? transitions : [transitions];
      const into = compiled[event] ?? [];
      compiled[event] = into;
      for (const transition of list) {
        into.push(compiledTransition(transition, where, leaf, level.path, leaves, implementations, rootId));
      }
    }
  }
  return compiled;
}

function compiledTransition<Context, Event>(
  transition: unknown,
  where: string,
  leaf: Leaf,
  from: readonly string[],
  leaves: readonly Leaf[],
  implementations: Implementations<Context, Event>,
  rootId: string,
): Transition<Context, Event> {
  const config = (typeof transition === "string" ? { target: transition } : transition) as Record<
    string,
    unknown
  >;
  if (typeof config !== "object" || config === null) cannot(where, "no transition");
  for (const member of Object.keys(config)) {
    if (!["target", "guard", "actions", "description", "meta"].includes(member)) cannot(where, member);
  }
  return {
    target:
      config["target"] === undefined ? leaf.name : targetName(config["target"], where, from, leaves, rootId),
    guard: named(config["guard"], implementations.guards, where, "guard"),
    update: named(config["actions"], implementations.updates, where, "update"),
  };
}

function named<T>(
  name: unknown,
  known: Readonly<Record<string, T>>,
  where: string,
  what: string,
): T | undefined {
  if (name === undefined) return undefined;
  const found = typeof name === "string" && Object.hasOwn(known, name) ? known[name] : undefined;
  return found ?? cannot(where, `${what} ${name}`);
}

/** A target as XState reads it: `#id.path` from the root, or a sibling of the state that names it. */
function targetName(
  target: unknown,
  where: string,
  from: readonly string[],
  leaves: readonly Leaf[],
  rootId: string,
): string {
  if (typeof target !== "string") return cannot(where, `target ${target}`);
  const path = target.startsWith(`#${rootId}.`)
    ? target.slice(rootId.length + 2).split(".")
    : [...from.slice(0, -1), ...target.split(".")];
  const found = leaves.find((leaf) => leaf.path.join(".") === path.join("."));
  return found?.name ?? cannot(where, `target ${target}`);
}

function cannot(where: string, what: string): never {
  throw new Error(`${where}: cannot compile ${what}.`);
}
