import { amountCases } from "../../src/testing/timer-suite-amounts.js";
import { tryTimerCases } from "./timer-trial.js";

tryTimerCases(amountCases);
