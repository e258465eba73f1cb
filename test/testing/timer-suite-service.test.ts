import { timerServiceCases } from "../../src/testing/timer-suite-service.js";
import { tryTimerCases } from "./timer-trial.js";

tryTimerCases(timerServiceCases);
