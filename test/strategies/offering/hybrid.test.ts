import { expect, it } from "vitest";
import { offerHybrid } from "../../../src/strategies/offering/index.js";
import { categoricalSpace, inverseOf, never, type SoloParty, soloParty } from "../solo-party.js";

function playing(size: number, reservation: number | null = null, turnLimit = 200): SoloParty {
  const inverse = inverseOf(
    Array.from({ length: size }, (_, index) => index / (size - 1)),
    reservation,
  );
  return soloParty(inverse, { name: "hybrid", offering: offerHybrid(), acceptance: never }, 1, turnLimit);
}

function byTime(t: number, end: number): number {
  return (1 - t) ** 2 + 2 * t * (1 - t) * 0.75 + t * t * end;
}

it("BA-23: follows the curve of time until three offers came", () => {
  const party = playing(1001);
  // 1,001 outcomes: the curve ends at 0.775.
  for (const cycle of [1, 2, 3]) {
    expect(party.propose()).toBe(Math.round(1000 * byTime(cycle / 101, 0.775)));
    party.hear(0);
  }
});

it("BA-23: answers the last two to four changes, blended by time", () => {
  const party = playing(1001);
  const received = [100, 200, 150, 400, 350, 360];
  const weights = [
    [],
    [],
    [],
    [0.25, 0.75],
    [0.11, 0.22, 0.66],
    [0.05, 0.15, 0.3, 0.5],
    [0.05, 0.15, 0.3, 0.5],
  ];
  let own = 0;
  for (let cycle = 1; cycle <= 7; cycle += 1) {
    const t = cycle / 101;
    const known = received.slice(0, cycle - 1);
    let target = byTime(t, 0.775);
    if (known.length >= 3) {
      const changes = known.slice(1).map((value, place) => (value - known[place]!) / 1000);
      const used = weights[known.length]!;
      const recent = changes.slice(-used.length);
      const answer = used.reduce((sum, weight, place) => sum + weight * recent[place]!, 0);
      target = (1 - t * t) * (own - (0.5 + 0.5 * t) * answer) + t * t * target;
    }
    const sent = party.propose();
    expect(sent).toBe(Math.min(1000, Math.round(1000 * target)));
    own = sent / 1000;
    if (cycle <= received.length) party.hear(received[cycle - 1]!);
  }
});

it("BA-23: the fourth proposal of a worked case", () => {
  const party = playing(1001);
  for (const index of [100, 200, 150]) {
    party.propose();
    party.hear(index);
  }
  // x3 = 0.985 (t = 3/101); t = 4/101: answer 0.25 x 0.1 - 0.75 x 0.05 = -0.0125; behaviour 0.985 + 0.51980 x 0.0125
  // = 0.991498; time 0.980629; target 0.998432 x 0.991498 + 0.001568 x 0.980629 = 0.991481.
  expect(party.propose()).toBe(991);
});

it.each([
  [449, 0.8],
  [450, 0.775],
  [1_499, 0.775],
  [1_500, 0.75],
  [4_499, 0.75],
  [4_500, 0.725],
  [9_999, 0.725],
] as const)("BA-23: in a space of %i outcomes the curve ends at %f", (size, end) => {
  // Nobody answers: the curve of time alone. At t = 9/10 it is near its end.
  const party = playing(size, null, 18);
  let sent = 0;
  for (let cycle = 1; cycle <= 9; cycle += 1) {
    sent = party.propose();
    // A turn of the other side that proposes nothing.
    party.sheet.outcomes.push(-1);
    party.sheet.relativeTimes.push(cycle / 10);
  }
  expect(Math.abs(sent / (size - 1) - byTime(0.9, end))).toBeLessThanOrEqual(0.5 / (size - 1) + 1e-9);
});

it.each<[readonly number[], number]>([
  [[100, 10, 18], 0.7],
  [[100, 10, 32], 0.7],
  [[100, 10, 33], 0.675],
])("BA-23: in a space of %j values the curve ends at %f", (sizes, end) => {
  const space = categoricalSpace(...sizes);
  // Only the size of the space counts; the inverse of another stands in for its 101 levels.
  const inverse = inverseOf(Array.from({ length: 101 }, (_, index) => index / 100));
  const run = offerHybrid().start({
    space,
    inverse,
    reservation: null,
    partyId: "ada",
    seat: "initiator",
    parties: 2,
    random: () => 0,
    model: null,
  });
  const { view } = playing(101);
  const late = new Proxy(view, {
    get: (target, key) => (key === "relativeTime" ? 1 : Reflect.get(target, key, target)),
  });
  expect(run.next(late)).toBe(inverse.nearest(end));
});

it("BA-23: asks at least for its worst rational outcome", () => {
  const party = playing(1001, 0.9995);
  for (let cycle = 0; cycle < 90; cycle += 1) {
    expect(party.propose()).toBe(1000);
    party.hear(0);
  }
});
