import { describe, expect, it } from "vitest";
import { BARE_STRATEGIES, bareNegotiation } from "../../bench/bare-loop.js";
import { namedStrategies } from "../../src/strategies/named-strategies.js";
import { type BargainingFixture, bargainingScenario } from "../../src/testing/bargaining-fixtures.js";
import { runNegotiation } from "../../src/tournament/run-negotiation.js";
import { fixtureNames, readFixture } from "../fixtures/bargaining-folder.js";
