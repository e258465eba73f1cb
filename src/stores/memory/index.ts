/**
 * @module
 * The default store: negotiations in the memory of this process.
 */

export { MemoryStore, type MemoryStoreOptions } from "./memory-store.js";
