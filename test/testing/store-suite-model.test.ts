import { modelCases } from "../../src/testing/store-suite-model.js";
import { tryCases } from "./store-trial.js";

tryCases(modelCases);
