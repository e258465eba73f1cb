import { expect, it } from "vitest";
import {
  acceptBelowReservation,
  offerBelowReservation,
} from "../../../src/fuzz/strategies/strategy-reservation.js";
import { linear } from "../../../src/strategies/agents/index.js";
import type { AcceptanceCondition, Strategy } from "../../../src/strategies/play/index.js";
import { brokenStrategies } from "../broken-strategies.js";
import { aTrial } from "../strategy-trials.js";

const low = brokenStrategies.offered_below_reservation();

it("D-15: an offer below the reservation is found at its turn; one at it is none", () => {
  const found = offerBelowReservation(aTrial({ reservation: 0.8 }), low);
  expect(found?.reason).toBe("at turn 8 it offers outcome 7 (worth 0.7), with a reservation of 0.8.");
  expect(found?.turns).toHaveLength(8);
  expect(offerBelowReservation(aTrial({ reservation: 0.1 }), low)).toBeNull();
  expect(offerBelowReservation(aTrial({ reservation: 0.8 }), linear())).toBeNull();
});

it("BA-16: where nothing reaches the reservation, nobody is asked and nothing is a fault", () => {
  expect(offerBelowReservation(aTrial({ reservation: 2 }), low)).toBeNull();
  expect(
    acceptBelowReservation(
      aTrial({ reservation: 2 }),
      accepting(() => () => true),
      true,
    ),
  ).toBeNull();
});

it("D-15: a condition's yes below the reservation counts only where it is asked for", () => {
  const trial = aTrial({ reservation: 0.5, places: [200, 400, 500] });
  const eager = accepting(() => () => true);
  expect(acceptBelowReservation(trial, eager, false)).toBeNull();
  expect(acceptBelowReservation(trial, eager, true)?.reason).toBe(
    "at turn 2 it accepts outcome 2 (worth 0.2), with a reservation of 0.5.",
  );
  const honest = accepting(
    ({ reservation }) =>
      ({ standing }) =>
        (standing?.utility ?? 0) >= (reservation ?? 0),
  );
  expect(acceptBelowReservation(trial, honest, true)).toBeNull();
});

it("a condition that refuses the question did not say yes", () => {
  const strict = accepting(({ reservation }) => ({ standing }) => {
    if ((standing?.utility ?? 0) < (reservation ?? 0)) throw new Error("never asked here");
    return true;
  });
  expect(acceptBelowReservation(aTrial({ reservation: 0.5, places: [200] }), strict, true)).toBeNull();
});

it("BA-16: what is neither yes nor no did not say yes", () => {
  const odd = accepting(() => () => "no" as never);
  expect(acceptBelowReservation(aTrial({ reservation: 0.5, places: [200] }), odd, true)).toBeNull();
});

function accepting(start: AcceptanceCondition["start"]): Strategy {
  return { ...linear(), acceptance: { name: "own", start } };
}
