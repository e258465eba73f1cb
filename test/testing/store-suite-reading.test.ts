import { readingCases } from "../../src/testing/store-suite-reading.js";
import { tryCases } from "./store-trial.js";

tryCases(readingCases);
