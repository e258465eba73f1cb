import { wakingCases } from "../../src/testing/timer-suite-waking.js";
import { tryTimerCases } from "./timer-trial.js";

tryTimerCases(wakingCases);
