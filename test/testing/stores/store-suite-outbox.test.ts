import { outboxCases } from "../../../src/testing/stores/store-suite-outbox.js";
import { tryCases } from "../store-trial.js";

tryCases(outboxCases);
