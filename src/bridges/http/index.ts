/**
 * @module
 * `concordat/http`: negotiations over HTTP, as a web-standard `fetch` handler with an OpenAPI document and streams of
 * events. It needs the packages hono and @hono/zod-openapi.
 */

export type { ListFilter, NegotiationSummary, SummaryPage } from "../../service/queries/index.js";
export type { Rooms } from "../../service/room/index.js";
export type { Authorize, Caller } from "../door/index.js";
export { createHttpBridge, type HttpBridge } from "./http-bridge.js";
export type { Family, HttpBridgeOptions, HttpLimits, OnError } from "./http-options.js";
export type { Networks } from "./index-network-family.js";
export type { OapEndpoints } from "./oap-family.js";
