/**
 * @module
 * Who takes part in a tournament: a strategy by its name, one of a module of the user's own, or one at hand; with
 * what it is made of. Only the first two can be sent to another thread.
 */

import { builtinModule } from "../builtin-module.js";
import { type Json, setOwn } from "../core/json/index.js";
import type { NegotiationError } from "../errors.js";
import { type Fault, refusedWith, sortOf } from "../preferences/model/index.js";
import { namedStrategies } from "../strategies/agents/index.js";
import { errorText, isStrategy, type Strategy } from "../strategies/play/index.js";

/** A strategy of one's own that other threads can load too: `module` exports a function that makes it. */
export interface StrategyModule {
  /** Unique among the strategies of the tournament. */
  readonly name: string;
  /** What `import()` takes: the URL of a file, or the name of a package. */
  readonly module: string;
  /** Name of the exported function, which is called with `parameters` and answers a `Strategy`. */
  readonly export: string;
  /**
   * Plain JSON.
   *
   * @default null
   */
  readonly parameters?: Json | undefined;
}

/** A strategy of a tournament. */
export type Entrant = string | StrategyModule | Strategy;

/** An entrant that can be sent to another thread. */
export type PortableEntrant = string | StrategyModule;

/** The name under which an entrant plays. */
export function entrantName(entrant: Entrant): string {
  return typeof entrant === "string" ? entrant : entrant.name;
}

/**
 * What of an entrant decides how it plays, as far as it can be seen from outside: the text of a module and the
 * parameters; of a strategy at hand the names and the sources of its functions, but no variables that these close
 * over, nor what a module imports.
 */
export function entrantContent(entrant: Entrant): Json {
  if (typeof entrant === "string") return entrant;
  if (!isModule(entrant)) return sourcesOf(entrant, 0);
  const { name, module, export: exported, parameters = null } = entrant;
  return [name, module, exported, parameters, moduleText(module)];
}

/** Deeper than any strategy is built; bounds objects that contain themselves. */
const MOST_LEVELS = 5;

function sourcesOf(value: unknown, level: number): Json {
  if (typeof value === "function") return Function.prototype.toString.call(value);
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null || level === MOST_LEVELS) return null;
  const sources: Record<string, Json> = {};
  for (let holder: object | null = value; holder !== null && holder !== Object.prototype; ) {
    for (const key of Object.getOwnPropertyNames(holder)) {
      if (key !== "constructor" && !Object.hasOwn(sources, key)) {
        setOwn(sources, key, sourcesOf((value as Readonly<Record<string, unknown>>)[key], level + 1));
      }
    }
    holder = Object.getPrototypeOf(holder);
  }
  return sources;
}

/**
 * Refuses entrants that are no strategies, unknown by name, or have a name twice.
 *
 * @throws {NegotiationError} `strategy_invalid` with every fault
 */
export function checkEntrants(entrants: readonly Entrant[], mustBePortable: boolean): void {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  entrants.forEach((entrant, index) => {
    const path = ["strategies", index];
    const problem = problemOf(entrant, mustBePortable);
    if (problem !== undefined) {
      faults.push({ path, ...problem });
      return;
    }
    const name = entrantName(entrant);
    if (seen.has(name)) faults.push({ path, expected: "a name that no other has", received: name });
    seen.add(name);
  });
  if (entrants.length === 0)
    faults.push({ path: ["strategies"], expected: "at least one strategy", received: "none" });
  if (faults.length > 0) throw refusedWith("strategy_invalid", "the tournament", faults);
}

/**
 * The strategies to play with.
 *
 * @throws {NegotiationError} `strategy_invalid` when a module cannot be loaded, or does not export what makes a
 * strategy
 */
export async function strategiesOf(entrants: readonly Entrant[]): Promise<readonly Strategy[]> {
  const strategies: Strategy[] = [];
  for (const [index, entrant] of entrants.entries()) {
    strategies.push(
      typeof entrant === "string"
        ? named(entrant)
        : isModule(entrant)
          ? await loaded(entrant, index)
          : entrant,
    );
  }
  return strategies;
}

function named(name: string): Strategy {
  const make = (namedStrategies as Readonly<Record<string, (() => Strategy) | undefined>>)[name];
  if (make === undefined)
    throw refusedWith("strategy_invalid", "the tournament", [{ path: [], ...unknownName(name) }]);
  return make();
}

async function loaded(entrant: StrategyModule, index: number): Promise<Strategy> {
  const path = ["strategies", index];
  const fault = (expected: string, received: string): NegotiationError =>
    refusedWith("strategy_invalid", entrant.name, [{ path, expected, received }]);
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await import(entrant.module);
  } catch (error) {
    const refusal = fault("a module that can be loaded", errorText(error));
    refusal.cause = error;
    throw refusal;
  }
  const make = exports[entrant.export];
  if (typeof make !== "function") throw fault(`a function exported as ${entrant.export}`, sortOf(make));
  const strategy: unknown = make(entrant.parameters ?? null);
  if (!isStrategy(strategy)) throw fault(`${entrant.export}() to answer a Strategy`, sortOf(strategy));
  return strategy;
}

function problemOf(
  entrant: unknown,
  mustBePortable: boolean,
): Pick<Fault, "expected" | "received"> | undefined {
  if (typeof entrant === "string") {
    return Object.hasOwn(namedStrategies, entrant) ? undefined : unknownName(entrant);
  }
  if (typeof entrant !== "object" || entrant === null)
    return { expected: "a name, a module or a Strategy", received: sortOf(entrant) };
  if (isModule(entrant)) return undefined;
  if (!isStrategy(entrant))
    return { expected: "a Strategy with offering and acceptance", received: "another object" };
  if (!mustBePortable) return undefined;
  return {
    expected: "{ name, module, export } or a name, for workers above 0",
    received: "a Strategy at hand",
  };
}

function unknownName(name: string): Pick<Fault, "expected" | "received"> {
  return { expected: `one of ${Object.keys(namedStrategies).join(", ")}`, received: name };
}

function isModule(entrant: object): entrant is StrategyModule {
  const { name, module, export: exported } = entrant as Partial<StrategyModule>;
  return typeof name === "string" && typeof module === "string" && typeof exported === "string";
}

/** As much of `node:fs` and `node:module` as is asked for. */
interface Files {
  readFileSync(path: string | URL, encoding: "utf8"): string;
}
interface Modules {
  createRequire(path: string): { resolve(name: string): string };
}

/**
 * The text behind what `import()` takes: the URL of a file, or the name of a package as this process finds it.
 *
 * @returns `null` where it cannot be read: other URLs, and platforms without files. A `data:` URL is its own text.
 */
export function moduleText(module: string): string | null {
  const fs = builtinModule<Files>("node:fs");
  if (fs === undefined) return null;
  try {
    if (module.startsWith("file:")) return fs.readFileSync(new URL(module), "utf8");
    if (/^[a-z][a-z0-9+.-]+:/i.test(module)) return null;
    const { cwd } = (globalThis as unknown as { readonly process: { cwd(): string } }).process;
    const path = builtinModule<Modules>("node:module")?.createRequire(`${cwd()}/`).resolve(module);
    return path === undefined ? null : fs.readFileSync(path, "utf8");
  } catch {
    // Whoever imports it will say what is wrong.
    return null;
  }
}
