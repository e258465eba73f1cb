import { deadlineCases } from "../../src/testing/store-suite-deadlines.js";
import { tryCases } from "./store-trial.js";

tryCases(deadlineCases);
