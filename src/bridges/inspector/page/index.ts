/**
 * @module
 * The inspector's page: Preact and signals, bundled into one HTML file when the package is built.
 */

export { type BuiltPage, builtPage } from "./build.js";
export type {
  About,
  ListedPage,
  ListedRow,
  Moment,
  MoveAnswer,
  Step,
  Viewer,
} from "./wire.js";
