/**
 * @module
 * Notices what a strategy asks of the world while it runs: clocks, randomness, timers, the network. What it took
 * aside before, when its module was loaded, goes unseen here; other checks see what comes of it.
 */

/** Runs a function while the world is watched, and puts everything back; may be nested. */
export type WorldWatch = <R>(run: () => R) => R;

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
