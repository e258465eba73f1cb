/**
 * @module
 * The Standard Schema interface, as far as the room uses it: any library that implements it (zod,
 * valibot, arktype ...) can describe the terms.
 */

import type { MaybePromise } from "./maybe-promise.js";

/** What a schema says of a value: it is accepted, or these are the issues. */
export type SchemaResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** One issue; a path member is a key or an object that holds one. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * A schema of the terms. It only accepts or refuses: what is stored is what came, not what it returns, unless `storeParsed` says so.
 *
 * @see https://standardschema.dev, version 1
 */
export interface TermsSchema<Terms = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => MaybePromise<SchemaResult>;
    readonly types?: { readonly input: Terms; readonly output: unknown } | undefined;
  };
}
