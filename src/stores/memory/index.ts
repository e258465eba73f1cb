/**
 * @module
 * The default store: negotiations in the memory of this process.
 */

export { MemoryStore, type MemoryStoreOptions, OwnStore } from "./memory-store.js";
