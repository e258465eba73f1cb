import { serviceCases } from "../../../src/testing/stores/store-suite-service.js";
import { tryCases } from "../store-trial.js";

tryCases(serviceCases);
