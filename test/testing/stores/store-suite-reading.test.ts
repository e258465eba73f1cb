import { readingCases } from "../../../src/testing/stores/store-suite-reading.js";
import { tryCases } from "../store-trial.js";

tryCases(readingCases);
