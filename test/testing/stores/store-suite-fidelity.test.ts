import { fidelityCases } from "../../../src/testing/stores/store-suite-fidelity.js";
import { tryCases } from "../store-trial.js";

tryCases(fidelityCases);
