import { handlerCases } from "../../../src/testing/timers/timer-suite-handlers.js";
import { tryTimerCases } from "../timer-trial.js";

tryTimerCases(handlerCases);
