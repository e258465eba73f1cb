/**
 * @module
 * The licences of the packages that the build bundles: their notices have to travel along.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Where the notices are, from the folder of the package. */
export const licencesFile = "dist/THIRD-PARTY-LICENSES.txt";

/**
 * Adds the licence of each package whose code goes into the build to `licencesFile`, where other builds may have
 * added theirs; of a package without a licence file what its package.json says. Without either the build fails.
 */
export function thirdPartyLicences(): Plugin {
  return {
    name: "third-party-licences",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        const outputs = Object.values(metafile?.outputs ?? {});
        const inputs = outputs.flatMap((output) =>
          Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
            bytesInOutput > 0 ? [path] : [],
          ),
        );
        addLicences(new Set(inputs.flatMap((path) => packageFolderOf(path) ?? [])));
      });
    },
  };
}

/** The folder of the package that a bundled file is from; `undefined` for a file of our own. */
function packageFolderOf(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

function addLicences(folders: Iterable<string>): void {
  const known = existsSync(licencesFile) ? readFileSync(licencesFile, "utf8").split(RULE).slice(1) : [];
  const sections = new Set([...known, ...[...folders].map(sectionOf)]);
  mkdirSync(dirname(licencesFile), { recursive: true });
  writeFileSync(licencesFile, [HEAD, ...[...sections].sort()].join(RULE));
}

const HEAD =
  "This package contains code of the packages below, under the licences that follow their names.\n";
const RULE = `\n${"-".repeat(80)}\n\n`;

function sectionOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)([-.]\w+)*$/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) {
    if (typeof license !== "string") throw new Error(`Expected ${folder} to have a licence, got none.`);
    const by = typeof author === "string" ? author : author?.name;
    texts.push(`Its package.json says: licence ${license}${by === undefined ? "" : `, author ${by}`}.`);
  }
  return `${name} ${version}\n\n${texts.join("\n\n")}\n`;
}
