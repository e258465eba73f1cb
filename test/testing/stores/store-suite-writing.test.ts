import { writingCases } from "../../../src/testing/stores/store-suite-writing.js";
import { tryCases } from "../store-trial.js";

tryCases(writingCases);
