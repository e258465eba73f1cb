/**
 * @module
 * The options of a service and the arguments of its operations: read and completed once.
 */

export {
  demandIds,
  demandSignal,
  type NegotiateOptions,
  readCreation,
  readDetails,
  readNegotiate,
  readSubmit,
  type SubmitOptions,
} from "./service-arguments.js";
export {
  type ResolvedOptions,
  resolveOptions,
  SERVICE_OPTION_KEYS,
  type ServiceOptions,
} from "./service-options.js";
