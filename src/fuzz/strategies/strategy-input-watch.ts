/**
 * @module
 * What a strategy is shown, behind a face that notices every attempt to write to it, also one that fails silently.
 */

/** Gives the same object behind a face; what is reached through it is behind one too. */
export type InputWatch = <Value>(value: Value) => Value;

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
