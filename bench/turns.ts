/**
 * @module
 * What one transition costs: our table, a hand-written reducer over the same guards and updates, XState's
 * pure `transition()` and an XState actor, on the same six events and the same records.
 */

import { execFileSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { createActor, initialTransition, transition } from "xstate";
import { negotiationTable } from "../src/core/decide.js";
import { negotiationMachine } from "../src/core/machine.js";
import type { MoveEvent } from "../src/core/machine-events.js";
import { type Move, readMove } from "../src/core/moves.js";
import type { Action, Negotiation } from "../src/core/negotiation.js";
import { openRecord } from "../src/core/open-record.js";
import { step } from "../src/core/transition-table.js";
import { RulesBook } from "../src/service/rules-book.js";
import { bundled } from "./bundle.js";
import { type Contestant, costOf, median, race, ratioOf } from "./measure.js";
import { type ReducedEvent, reduce } from "./peers/hand-written-reducer.js";
import { hand } from "./report.js";
import { OPENING, type SupplyContract } from "./supply-contract.js";
