/**
 * @module
 * A component that cannot work without an opponent model says so before the first turn.
 */

import { refusedWith } from "../../preferences/model/index.js";
import type { RunningModel, Setup } from "../play/index.js";

/**
 * The strategy's running model.
 *
 * @throws {NegotiationError} `strategy_invalid` when the strategy has none
 */
export function neededModel({ model }: Pick<Setup, "model">, component: string): RunningModel {
  if (model !== null) return model;
  const faults = [{ path: ["model"], expected: `an opponent model for ${component}`, received: "none" }];
  throw refusedWith("strategy_invalid", "the strategy", faults);
}
