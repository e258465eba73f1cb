/**
 * @module
 * The suite that holds a store to its contract.
 */

export { type TestStoreOptions, testStore } from "./test-store.js";
