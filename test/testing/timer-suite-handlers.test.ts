import { handlerCases } from "../../src/testing/timer-suite-handlers.js";
import { tryTimerCases } from "./timer-trial.js";

tryTimerCases(handlerCases);
