import { lifeCases } from "../../../src/testing/stores/store-suite-life.js";
import { tryCases } from "../store-trial.js";

tryCases(lifeCases);
