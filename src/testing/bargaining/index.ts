/**
 * @module
 * Bargaining problems in the neutral form of the fixtures.
 */

export {
  type BargainingFixture,
  type BargainingFixtureParty,
  bargainingScenario,
} from "./bargaining-fixtures.js";
