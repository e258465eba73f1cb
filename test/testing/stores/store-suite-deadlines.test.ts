import { deadlineCases } from "../../../src/testing/stores/store-suite-deadlines.js";
import { tryCases } from "../store-trial.js";

tryCases(deadlineCases);
