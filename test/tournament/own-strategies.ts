import { type Strategy, timeDependent } from "../../src/strategies/index.js";

/** A strategy of a user's own, with a parameter. */
export function stubborn({ exponent }: { readonly exponent: number }): Strategy {
  return { ...timeDependent({ exponent }), name: `stubborn ${exponent}` };
}

/** Throws at its third turn. */
export function thrower(): Strategy {
  const base = timeDependent({ exponent: 1 });
  return {
    ...base,
    name: "thrower",
    offering: {
      name: "throws",
      start: (setup) => {
        const running = base.offering.start(setup);
        return {
          next: (view) => {
            if (view.turnNumber > 4) throw new Error("no idea");
            return running.next(view);
          },
        };
      },
    },
  };
}

export function noStrategy(): number {
  return 7;
}

export const number = 7;
