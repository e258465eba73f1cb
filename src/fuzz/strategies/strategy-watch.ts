/**
 * @module
 * A strategy that plays as it is, while everything that its components are shown is watched for writes, and the
 * world for what they were not shown.
 */

import type { Strategy } from "../../strategies/play/index.js";

/** What a watched strategy did that it should not have done: each place and name once, in order of appearance. */
interface StrategyNotes {
  /** What it wrote to. */
  readonly written: ReadonlySet<string>;
  /** What of the world it asked. */
  readonly asked: ReadonlySet<string>;
}

/** The strategy under watch, for one play, and the notes that grow while it plays. */
export function watchedStrategy(strategy: Strategy): {
  readonly strategy: Strategy;
  readonly notes: StrategyNotes;
} {
  const written = new Set<string>();
  const asked = new Set<string>();
  const input = inputWatch((place) => written.add(place));
  const world = worldWatch((name) => asked.add(name));

  /** The same function, which is shown faces only and runs in a watched world. */
  const watching = <Args extends readonly unknown[], R>(
    original: (...args: Args) => R,
  ): ((...args: Args) => R) => {
    return (...args) => world(() => original(...(args.map((value) => input(value)) as unknown as Args)));
  };

  const { offering, acceptance, model, justify, weigh } = strategy;
  return {
    notes: { written, asked },
    strategy: {
      name: strategy.name,
      offering: {
        name: offering.name,
        start: watching((setup) => {
          const running = offering.start(setup);
          const { observe } = running;
          return {
            next: watching((view) => running.next(view)),
            observe: observe && watching((offer, view) => running.observe?.(offer, view)),
          };
        }),
      },
      acceptance: {
        name: acceptance.name,
        start: watching((setup) => {
          const accepts = acceptance.start(setup);
          return watching((view, next) => accepts(view, next));
        }),
      },
      model: model && {
        name: model.name,
        start: watching((setup) => {
          const running = model.start(setup);
          return Object.freeze({
            observe: watching((index: number, time: number) => running.observe(index, time)),
            utility: watching((index: number) => running.utility(index)),
            weights: watching(() => running.weights()),
          });
        }),
      },
      justify: justify && watching((view, move) => justify(view, move)),
      weigh: weigh && watching((view, justification) => weigh(view, justification)),
    },
  };
}

/** Gives the same object behind a face; what is reached through it is behind one too. */
type InputWatch = <Value>(value: Value) => Value;

/**
 * A watch that tells each attempt to write. The write itself fails, as it does on the frozen original.
 *
 * Behind a face come frozen objects and functions. What is not frozen nobody shares: a component made it, or a method
 * made it for the component.
 *
 * @param note - told of what was written to: "relativeTime", "sent.at().utility" ...
 */
export function inputWatch(note: (place: string) => void): InputWatch {
  const faces = new WeakMap<object, object>();
  const originals = new WeakMap<object, object>();

  const faceOf = <Value>(value: Value, path: string): Value => {
    if (!isShared(value) || originals.has(value)) return value;
    const known = faces.get(value);
    if (known !== undefined) return known as Value;
    const face = newFace(value, path);
    faces.set(value, face);
    originals.set(face, value);
    return face as Value;
  };

  const newFace = (original: object, path: string): object => {
    const refuses = (key?: PropertyKey): boolean => {
      note(key === undefined ? path : placeOf(path, key));
      return false;
    };
    const memberOf = (key: PropertyKey): unknown => {
      const value: unknown = Reflect.get(original, key);
      // A list's methods run on the face itself, and what they give is the caller's own.
      if (Array.isArray(original) && typeof value === "function") return value;
      return faceOf(value, placeOf(path, key));
    };
    return new Proxy(standInFor(original), {
      get: (_, key) => memberOf(key),
      has: (_, key) => key in original,
      ownKeys: () => Reflect.ownKeys(original),
      getPrototypeOf: () => Reflect.getPrototypeOf(original),
      getOwnPropertyDescriptor: (_, key) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
        if (descriptor === undefined) return undefined;
        // A proxy may call fixed only what is fixed in its stand-in too: the length of a list.
        const configurable = !(Array.isArray(original) && key === "length");
        return {
          value: memberOf(key),
          writable: true,
          enumerable: descriptor.enumerable === true,
          configurable,
        };
      },
      apply: (_, self: unknown, args) => {
        const own = typeof self === "object" && self !== null ? (originals.get(self) ?? self) : self;
        return faceOf(Reflect.apply(original as () => unknown, own, args), `${path}()`);
      },
      set: (_, key) => refuses(key),
      defineProperty: (_, key) => refuses(key),
      deleteProperty: (_, key) => refuses(key),
      setPrototypeOf: () => refuses(),
      preventExtensions: () => refuses(),
    });
  };

  return (value) => faceOf(value, "");
}

function isShared(value: unknown): value is object {
  return (
    typeof value === "function" || (typeof value === "object" && value !== null && Object.isFrozen(value))
  );
}

/** Not frozen: of a frozen stand-in, the language would make the proxy hand out the originals. */
function standInFor(original: object): object {
  if (typeof original === "function") return () => undefined;
  return Array.isArray(original) ? [] : {};
}

function placeOf(path: string, key: PropertyKey): string {
  return path === "" ? String(key) : `${path}.${String(key)}`;
}

/** Runs a function while the world is watched, and puts everything back; may be nested. */
type WorldWatch = <R>(run: () => R) => R;

/**
 * A watch that tells each use of something that no strategy is shown. The use itself goes through.
 *
 * @param note - told of what was used: "Math.random", "new Date" ...
 */
export function worldWatch(note: (name: string) => void): WorldWatch {
  let depth = 0;
  return (run) => {
    const restore = depth === 0 ? setTraps(note) : null;
    depth += 1;
    try {
      return run();
    } finally {
      depth -= 1;
      restore?.();
    }
  };
}

/** Where it is found, and what on it changes from call to call or reaches beyond the call. */
const WORLD: readonly (readonly [owner: string | null, ...keys: string[]])[] = [
  ["Math", "random"],
  ["Date", "now"],
  ["performance", "now"],
  ["crypto", "getRandomValues", "randomUUID"],
  ["process", "hrtime", "uptime", "cpuUsage", "memoryUsage"],
  [null, "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "fetch"],
];

type Restore = () => void;

function setTraps(note: (name: string) => void): Restore {
  const world = globalThis as unknown as Readonly<Record<string, object | undefined>>;
  const restores: Restore[] = [];
  for (const [ownerName, ...keys] of WORLD) {
    const owner = ownerName === null ? globalThis : world[ownerName];
    if (owner === undefined) continue;
    for (const key of keys) {
      const name = ownerName === null ? key : `${ownerName}.${key}`;
      restores.push(replaced(owner, key, (original) => noticing(original, () => note(name))));
    }
  }
  restores.push(replaced(globalThis, "Date", (original) => noticingDate(original, note)));
  return () => {
    for (const restore of restores.reverse()) restore();
  };
}

/** Sets a property for a while. What cannot be replaced, or is not there, stays. */
function replaced(owner: object, key: string, replacementOf: (original: () => unknown) => unknown): Restore {
  const original: unknown = Reflect.get(owner, key);
  if (typeof original !== "function") return () => {};
  const descriptor = Reflect.getOwnPropertyDescriptor(owner, key);
  const value = replacementOf(original as () => unknown);
  if (!Reflect.defineProperty(owner, key, { value, writable: true, configurable: true })) return () => {};
  return () => {
    if (descriptor === undefined) Reflect.deleteProperty(owner, key);
    else Reflect.defineProperty(owner, key, descriptor);
  };
}

function noticing(original: () => unknown, notice: () => void): unknown {
  return new Proxy(original, {
    apply: (target, self, args) => {
      notice();
      return Reflect.apply(target, self, args);
    },
  });
}

/** A date of given numbers is arithmetic; one of nothing is the clock. */
function noticingDate(original: () => unknown, note: (name: string) => void): unknown {
  return new Proxy(original, {
    apply: (target, self, args) => {
      note("Date");
      return Reflect.apply(target, self, args);
    },
    construct: (target, args) => {
      if (args.length === 0) note("new Date");
      return Reflect.construct(target, args) as object;
    },
  });
}
