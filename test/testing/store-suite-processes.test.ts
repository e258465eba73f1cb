import { processCases } from "../../src/testing/store-suite-processes.js";
import { tryCases } from "./store-trial.js";

tryCases(processCases);
