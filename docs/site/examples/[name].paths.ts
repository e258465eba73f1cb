/**
 * @module
 * A page for each program in examples/: links of the guide lead to them.
 */

import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

const folder = new URL("../../../examples/", import.meta.url);

export default {
  paths: () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => [".ts", ".sh", ".js"].includes(extname(file)))
      .map((file) => {
        const [path = "", language] = file.split(".");
        const name = path.replaceAll("/", "-");
        const text = readFileSync(new URL(file, folder), "utf8");
        return { params: { name }, content: `# ${file}\n\n\`\`\`${language}\n${text}\`\`\`\n` };
      }),
};
