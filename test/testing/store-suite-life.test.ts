import { lifeCases } from "../../src/testing/store-suite-life.js";
import { tryCases } from "./store-trial.js";

tryCases(lifeCases);
