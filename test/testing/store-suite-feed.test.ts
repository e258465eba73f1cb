import { feedCases } from "../../src/testing/store-suite-feed.js";
import { tryCases } from "./store-trial.js";

tryCases(feedCases);
