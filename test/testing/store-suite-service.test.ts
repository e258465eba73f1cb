import { serviceCases } from "../../src/testing/store-suite-service.js";
import { tryCases } from "./store-trial.js";

tryCases(serviceCases);
