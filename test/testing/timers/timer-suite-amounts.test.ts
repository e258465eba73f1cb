import { amountCases } from "../../../src/testing/timers/timer-suite-amounts.js";
import { tryTimerCases } from "../timer-trial.js";

tryTimerCases(amountCases);
