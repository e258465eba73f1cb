import { feedCases } from "../../../src/testing/stores/store-suite-feed.js";
import { tryCases } from "../store-trial.js";

tryCases(feedCases);
