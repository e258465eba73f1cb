/**
 * @module
 * A page for each program in examples/: links of the guide lead to them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

const folder = new URL("../../../examples/", import.meta.url);

export default {
  paths: () =>
    readdirSync(folder)
      .filter((file) => [".ts", ".sh"].includes(extname(file)))
      .map((file) => {
        const [name, language] = file.split(".");
        const text = readFileSync(new URL(file, folder), "utf8");
        return { params: { name }, content: `# ${file}\n\n\`\`\`${language}\n${text}\`\`\`\n` };
      }),
};
