/**
 * @module
 * Reads a scenario from files of any known format, told apart by what is in them; what is wrong with them is told
 * with the file and the place.
 */

import { existsSync } from "node:fs";
import { basename, extname } from "node:path";
import { fromGeniusXml } from "../../preferences/formats/genius/index.js";
import {
  type Fault,
  fromGeniusWeb,
  fromNegmas,
  parseScenario,
  type Scenario,
} from "../../preferences/index.js";
import { CommandError, faultsOf, faultText, fileError, type Place, placeText } from "../text/index.js";
import { parsedJson, placeOfPath } from "./json-text.js";
import { bundledScenarioFile, bundledScenarios } from "./package-folder.js";
import { readText } from "./text-file.js";

/**
 * The scenario of a file, or the one of that name that comes with the package.
 *
 * @param profiles - files of the parties, in their order, for the formats that have them apart
 * @throws {CommandError} with file and place
 */
export async function readScenario(place: string, profiles: readonly string[]): Promise<Scenario> {
  const domain = openText(fileOf(place));
  const format = formatOf(domain);
  if (format.isWhole && profiles.length > 0) {
    throw new CommandError(`${place}: Expected no --profile with ${format.name}: it has all parties.`, 2);
  }
  if (!format.isWhole && profiles.length === 0) {
    throw new CommandError(
      `${place}: Expected the files of the parties with ${format.name}, got none. Add --profile FILE for each.`,
      2,
    );
  }
  const files: ScenarioFiles = { domain, profiles: profiles.map(openText) };
  try {
    return await format.read(files);
  } catch (error) {
    throw placedError(files, format.profileKey, error) ?? error;
  }
}

/** A file that was read, with its data where it is JSON. */
interface OpenFile {
  readonly path: string;
  readonly text: string;
  readonly json: unknown;
}

interface ScenarioFiles {
  readonly domain: OpenFile;
  readonly profiles: readonly OpenFile[];
}

interface Format {
  readonly name: string;
  /** Whether one file holds all. */
  readonly isWhole: boolean;
  /** What paths of faults in a profile begin with, before its index. */
  readonly profileKey: "profiles" | "parties";
  readonly read: (files: ScenarioFiles) => Scenario | Promise<Scenario>;
}

const CONCORDAT: Format = {
  name: "a scenario of concordat",
  isWhole: true,
  profileKey: "profiles",
  read: ({ domain }) => parseScenario(domain.json),
};
const GENIUS: Format = {
  name: "a domain of GENIUS",
  isWhole: false,
  profileKey: "profiles",
  read: ({ domain, profiles }) => {
    const names = partyNames(domain, profiles);
    const sources = profiles.map(({ text }, index) => {
      const name = names[index];
      return name === undefined ? text : { name, xml: text };
    });
    return fromGeniusXml(domain.text, sources);
  },
};
const GENIUS_WEB: Format = {
  name: "a domain of GeniusWeb",
  isWhole: false,
  profileKey: "profiles",
  read: ({ domain, profiles }) =>
    fromGeniusWeb(
      domain.json,
      profiles.map(({ json }) => json),
    ),
};
const NEGMAS: Format = {
  name: "a domain of NegMAS",
  isWhole: false,
  profileKey: "parties",
  read: ({ domain, profiles }) =>
    fromNegmas(
      domain.json,
      profiles.map(({ json }) => json),
    ),
};

function formatOf({ path, text, json }: OpenFile): Format {
  if (isXml(text)) return GENIUS;
  if (typeof json === "object" && json !== null) {
    if ("issuesValues" in json) return GENIUS_WEB;
    if ("format" in json || "parties" in json) return CONCORDAT;
    if ("issues" in json) return NEGMAS;
  }
  const known = `{ "format": "concordat-scenario", ... }, or a domain of GENIUS, GeniusWeb or NegMAS`;
  throw fileError(path, undefined, `Expected a scenario: ${known}; got other JSON.`);
}

function isXml(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** A file of that name comes first: what the user has is what the user means. */
function fileOf(place: string): string {
  const bundled = existsSync(place) ? undefined : bundledScenarioFile(place);
  if (bundled !== undefined || existsSync(place)) return bundled ?? place;
  const names = bundledScenarios().join(", ");
  const known = names === "" ? "" : ` It is none of the scenarios of concordat either: ${names}.`;
  throw fileError(place, undefined, `Expected a file, got none of that name.${known}`);
}

function openText(path: string): OpenFile {
  const text = readText(path, MOST_BYTES);
  if (isXml(text)) return { path, text, json: undefined };
  if (/^\.ya?ml$/i.test(extname(path))) {
    throw fileError(path, undefined, "Expected JSON or XML, got YAML. Turn it into JSON first.");
  }
  return { path, text, json: parsedJson(text, path) };
}

/** BA-42. */
const MOST_BYTES = 67_108_864;

/** GENIUS files name no party: the names of the files do, without the domain's; empty where two are alike. */
function partyNames(domain: OpenFile, profiles: readonly OpenFile[]): readonly string[] {
  const stemOf = ({ path }: OpenFile): string => basename(path, extname(path));
  const prefix = `${stemOf(domain)}-`;
  const names = profiles
    .map(stemOf)
    .map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
  const areDistinct = new Set(names).size === names.length && names.every((name) => name !== "");
  return areDistinct ? names : [];
}

/** The library's faults with files and places; `undefined` for an error that lists none. */
function placedError(files: ScenarioFiles, profileKey: string, error: unknown): CommandError | undefined {
  const [first, ...others] = faultsOf(error).map((fault) => placedFault(files, profileKey, fault));
  if (first === undefined) return undefined;
  const places = others.map(({ file, place, fault }) => {
    const path = place === undefined && fault.path.length > 0 ? ` /${fault.path.join("/")}` : "";
    return placeText(file.path, place) + path;
  });
  return fileError(first.file.path, first.place, faultText(first.fault, places), error);
}

interface PlacedFault {
  readonly file: OpenFile;
  readonly place: Place | undefined;
  /** With the path inside the file. */
  readonly fault: Fault;
}

/** Paths of the importers begin with the file; those of our own format, and of what came of an import, do not. */
function placedFault(
  { domain, profiles }: ScenarioFiles,
  profileKey: string,
  given: Fault & Partial<Place>,
): PlacedFault {
  const [head, index, ...rest] = given.path;
  const profile = head === profileKey && typeof index === "number" ? profiles[index] : undefined;
  const file = profile ?? domain;
  const path = profile !== undefined ? rest : head === "domain" ? given.path.slice(1) : given.path;
  const fault = { ...given, path };
  const { line, column } = given;
  if (line !== undefined && column !== undefined) return { file, fault, place: { line, column } };
  return { file, fault, place: file.json === undefined ? undefined : placeOfPath(file.text, path) };
}
