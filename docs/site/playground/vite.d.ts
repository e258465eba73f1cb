/**
 * @module
 * What Vite makes of imports that TypeScript does not know.
 */

declare module "*?worker&inline" {
  const makeWorker: new () => Worker;
  export default makeWorker;
}

interface ImportMeta {
  /** The files of that pattern, by their paths. */
  glob(pattern: string, options: { eager: true; import: "default" }): Readonly<Record<string, unknown>>;
}
