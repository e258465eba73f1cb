import { fidelityCases } from "../../src/testing/store-suite-fidelity.js";
import { tryCases } from "./store-trial.js";

tryCases(fidelityCases);
