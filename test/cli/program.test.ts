import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { bundledScenarios } from "../../src/cli/files/index.js";
import { concordat } from "../../src/cli/program.js";
import { namedStrategies } from "../../src/strategies/agents/index.js";

const commands = concordat().commands;

describe("the help (issue 4: good enough to work from alone)", () => {
  it("lists the commands, an example of each, and the exit statuses", () => {
    const text = helpOf(concordat());
    expect(commands.map((command) => command.name())).toEqual([
      ...[
        "run",
        "analyse",
        "tournament",
        "convert",
        "inspect",
        "verify",
        "verify-receipt",
        "verify-log",
        "export-log",
        "mcp",
      ],
    ]);
    for (const command of commands) {
      expect(text).toContain(command.summary().split(" ")[0]);
      expect(text).toContain(`  concordat ${command.name()} `);
    }
    expect(text).toMatch(/Exit status: 0 .* 1 .* 2 .*\n130 .* 143 /);
  });

  it.each(commands.map((command) => [command.name(), command] as const))(
    "%s: says what each argument and flag is, shows an example, and names formats and scenarios where it takes one",
    (name, command) => {
      const text = helpOf(command);
      expect(text).toMatch(new RegExp(`Examples?:\\n  concordat ${name} `));
      const scenarios = /^verify|log$|^inspect$|^mcp$/.test(name) ? [] : bundledScenarios();
      for (const scenario of scenarios) expect(text).toContain(scenario);
      for (const argument of command.registeredArguments) expect(argument.description).not.toBe("");
      for (const option of command.options) {
        expect(option.description, option.flags).not.toBe("");
        expect(text).toContain(option.flags);
      }
    },
  );

  it.each(["run", "tournament"])("%s: lists every strategy and the defaults", (name) => {
    const text = helpOf(commands.find((command) => command.name() === name)!);
    for (const strategy of Object.keys(namedStrategies))
      expect(text).toMatch(new RegExp(`^  ${strategy} +\\S.{9}`, "m"));
    for (const format of ["concordat", "GENIUS", "GeniusWeb", "NegMAS"]) expect(text).toContain(format);
    expect(text.replace(/\s+/g, " ")).toContain("(default: 200)");
  });

  it("shows no default that says nothing", () => {
    for (const command of commands) expect(helpOf(command)).not.toMatch(/default: (false|\[\])/);
  });
});

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}
