import { outboxCases } from "../../src/testing/store-suite-outbox.js";
import { tryCases } from "./store-trial.js";

tryCases(outboxCases);
