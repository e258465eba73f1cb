/**
 * @module
 * Whether answers are what an OpenAPI document says of them: a schema for each operation and status, judged by Ajv, and
 * which of those that it declares were seen.
 */

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** An answer as it came. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** What was seen of a document. */
export interface Conformance {
  /** @throws {Error} when the document does not say that this operation answers so */
  check(method: string, path: string, answer: SeenAnswer): void;
  /** A frame of an event stream. @throws {Error} when it is none */
  checkFrame(data: unknown): void;
  /** "operationId status" of what the document declares and nobody has seen. */
  missing(): readonly string[];
}

/** Judges answers by a document. */
export function conformanceTo(document: any): Conformance {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc:", ...document });
  const seen = new Set<string>();
  const validators = new Map<string, ValidateFunction>();
  const operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const judge = (pointer: string, value: unknown, what: string): void => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `doc:#${pointer}` });
    validators.set(pointer, validate);
    if (!validate(value))
      throw new Error(`${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
  };
  return {
    check(method, path, { status, headers, text, body }) {
      const [pathname = ""] = path.split("?");
      const found = operations.find((one) => {
        return one.method === method.toLowerCase() && patternOf(one.path).test(pathname);
      });
      if (found === undefined) {
        if (![404, 405].includes(status))
          throw new Error(`${method} ${path} answered ${status}, and is nowhere.`);
        return judge("/components/schemas/Problem", body, `${method} ${path}`);
      }
      const what = `${found.operation.operationId} ${status}`;
      const declared = found.operation.responses[status];
      if (declared === undefined) throw new Error(`${what} is not declared: ${text.slice(0, 500)}`);
      seen.add(what);
      const [type = ""] = (headers.get("content-type") ?? "").split(";");
      if (declared.content === undefined) {
        if (text !== "") throw new Error(`${what}: no body is declared, got ${text.slice(0, 80)}`);
        return;
      }
      if (declared.content[type] === undefined) throw new Error(`${what}: the type ${type} is not declared.`);
      for (const name of Object.keys(declared.headers ?? {})) {
        if (name !== "Idempotency-Replayed" && !headers.has(name))
          throw new Error(`${what}: ${name} is missing.`);
      }
      if (type === "text/event-stream") return;
      const pointer = [
        "paths",
        found.path,
        found.method,
        "responses",
        String(status),
        "content",
        type,
        "schema",
      ];
      judge(
        pointer
          .map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`)
          .join(""),
        body,
        what,
      );
    },
    checkFrame(data) {
      judge("/components/schemas/Frame", data, "a frame");
    },
    missing() {
      return operations.flatMap(({ operation }) =>
        Object.keys(operation.responses)
          .map((status) => `${operation.operationId} ${status}`)
          .filter((one) => !seen.has(one)),
      );
    },
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
