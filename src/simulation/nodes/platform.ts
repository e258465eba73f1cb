/**
 * @module
 * The platform under a world: what nobody may ask of it while a world runs (SM-2), and a turn of its event loop for others.
 */

/** Puts the platform back as it was. */
type Unban = () => void;

/**
 * Makes the platform's clock, timers and randomness throw until the answer is called.
 *
 * A world runs from one await to the next without the platform's event loop, so that nobody else's code
 * runs in between and meets them.
 */
export function banGlobals(): Unban {
  const undo: Unban[] = [];
  const replace = (owner: object, name: string, value: unknown): void => {
    if (!(name in owner)) return;
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { configurable: true, writable: true, enumerable: false, value });
    undo.push(() => {
      // What stood on a prototype is seen again once it is no longer covered.
      if (before === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, before);
    });
  };
  const platform = globalThis as unknown as Readonly<Record<string, object>>;
  for (const name of TIMERS) replace(globalThis, name, banned(name));
  replace(Math, "random", banned("Math.random"));
  if (platform["performance"] !== undefined) {
    replace(platform["performance"], "now", banned("performance.now"));
  }
  for (const name of ["getRandomValues", "randomUUID"]) {
    if (platform["crypto"] !== undefined) replace(platform["crypto"], name, banned(`crypto.${name}`));
  }
  replace(globalThis, "Date", BannedDate);
  return () => {
    for (const restore of undo.splice(0).reverse()) restore();
  };
}

const TIMERS = ["setTimeout", "setInterval", "setImmediate"] as const;

function banned(name: string): () => never {
  return () => {
    throw new Error(`Expected only virtual time and seeded draws in a world, got a call of ${name}.`);
  };
}

const RealDate = Date;

/** Reads dates as ever, and does not know what time it is. */
const BannedDate = new Proxy(RealDate, {
  apply: banned("Date"),
  construct: (target, given, newTarget) =>
    given.length === 0 ? banned("new Date")() : (Reflect.construct(target, given, newTarget) as object),
  get: (target, key, receiver) => (key === "now" ? banned("Date.now") : Reflect.get(target, key, receiver)),
});

/** Resolves on a later turn of the platform's event loop. */
export function platformPause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
