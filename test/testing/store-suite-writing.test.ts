import { writingCases } from "../../src/testing/store-suite-writing.js";
import { tryCases } from "./store-trial.js";

tryCases(writingCases);
