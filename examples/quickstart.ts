/**
 * A player haggles with a merchant for a sword: a person's seat, scripted here, and a bot, turn by turn to one end.
 *
 *   npm start                    they come to terms
 *   npm start -- --end reject    the player turns the price down for good
 *   npm start -- --end cap       neither moves, until the cap on turns
 *   npm start -- --end timeout   the player does not answer in time: a countdown
 *   npm start -- --end withdraw  the player walks away
 *   npm start -- --full          a supply contract by strategies, with a picture (takes --end as well)
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { type Agent, humanAgent, type Move, NegotiationService } from "concordat";
import { savedNegotiation } from "concordat/inspector";
import { supplyContract } from "./supply-contract.js";

interface Terms {
  readonly gold: number;
}

const TURN_LIMIT = 8;
const TURN_MS = 3_000;
const PLAYER = "mira";
const MERCHANT = "merchant";

/** What the player clicks, turn by turn, for each way to end; who clicks nothing more runs out of time. */
const CLICKS: Readonly<Record<string, readonly Move<Terms>[]>> = {
  agree: [
    offer(900, "It has a dent."),
    offer(1_050, "All I brought with me."),
    offer(1_150, "My last word."),
  ],
  cap: [offer(900), offer(900), offer(900), offer(900)],
  reject: [offer(900), { action: "reject", message: "Far too dear for me." }],
  withdraw: [offer(900), { action: "withdraw", message: "I found one in the river." }],
  timeout: [offer(900)],
};

function offer(gold: number, message?: string): Move<Terms> {
  return { action: "counter", terms: { gold }, message };
}

/** Comes down from 1,400 by steps, and takes 1,150 or more. */
const merchant: Agent<Terms> = ({ standing, turnNumber }) => {
  if (standing !== null && standing.terms.gold >= 1_150) return { action: "accept", message: "Yours!" };
  const gold = end === "cap" ? 1_400 : Math.max(1_200, 1_550 - 75 * turnNumber);
  return { action: "counter", terms: { gold }, message: "Dwarven steel, that is." };
};

const isInColour = process.stdout.isTTY === true && process.stdout.hasColors() && !process.env["NO_COLOR"];

function coloured(colour: "cyan" | "yellow" | "green" | "red" | "dim", text: string): string {
  return isInColour ? styleText(colour, text) : text;
}

function goldText(gold: number): string {
  return `${gold.toLocaleString("en-US")} gold`;
}

async function haggle(clicks: readonly Move<Terms>[]): Promise<void> {
  const tavern = new NegotiationService<Terms>("tavern", {
    rules: {
      actions: ["propose", "counter", "accept", "reject", "withdraw"],
      // The last turn is recorded, and then it is over.
      cap: { limit: TURN_LIMIT, mode: "reach" },
      // A person may need longer: raise both.
      turnMs: TURN_MS,
      totalMs: 60_000,
    },
  });
  const seat = humanAgent<Terms>();
  const left = [...clicks];
  const timers: ReturnType<typeof setTimeout>[] = [];

  tavern.on("turn:recorded", ({ turn: { number, partyId, action, terms, message } }) => {
    const name = coloured(partyId === PLAYER ? "cyan" : "yellow", partyId.padEnd(MERCHANT.length));
    const price = terms === null || action === "accept" ? "" : ` ${goldText(terms.gold)}`;
    console.log(
      `${String(number).padStart(2)}. ${name}  ${action}${price}${message ? `: "${message}"` : ""}`,
    );
  });
  tavern.on("turn:awaited", ({ partyId, deadlineAt }) => {
    if (partyId !== PLAYER) return;
    const click = left.shift();
    // A user interface shows `seat.pending` here, and calls `answer` when its person has decided.
    if (click !== undefined) timers.push(setTimeout(() => void answer(click), 300));
    else countDown(deadlineAt);
  });
  async function answer(click: Move<Terms>): Promise<void> {
    const result = await seat.answer(click);
    // The question stays open: a user interface says why, and waits for the next click.
    if (result !== false && !result.ok) console.log(coloured("red", result.message));
  }
  function countDown(deadlineAt: number): void {
    const seconds = Math.round((deadlineAt - Date.now()) / 1000);
    if (seconds < 1) return;
    console.log(coloured("dim", `    ${PLAYER} has ${seconds} s left`));
    timers.push(setTimeout(() => countDown(deadlineAt), 1_000));
  }

  console.log(`A sword, at most ${TURN_LIMIT} turns, ${TURN_MS / 1000} s for each.\n`);
  const outcome = await tavern.negotiate({
    initiator: { id: PLAYER, kind: "personal", agent: seat.agent },
    responder: { id: MERCHANT, kind: "system", agent: merchant },
  });
  for (const timer of timers) clearTimeout(timer);
  const price = outcome.status === "accepted" ? ` for ${goldText(outcome.proposal.terms.gold)}` : "";
  const by = outcome.by === null ? "" : ` by ${outcome.by}`;
  const end = `Outcome: ${outcome.status}${price} (${outcome.reason})${by} after ${outcome.turnCount} turns.`;
  console.log(`\n${coloured(outcome.status === "accepted" ? "green" : "red", end)}`);
  const { id = "" } = tavern.getLatestNegotiation() ?? {};
  const saved = await savedNegotiation(tavern.ports.store, id);
  await tavern.close();
  if (saved !== undefined) sayHowToWatch(saved);
}

/** Keeps what has happened as a file, which the inspector's page shows turn by turn. */
function sayHowToWatch(saved: string): void {
  const file = join(mkdtempSync(join(tmpdir(), "concordat-")), "negotiation.json");
  writeFileSync(file, saved);
  const command = import.meta.url.includes("/node_modules/") ? "concordat" : "tsx src/cli/main.ts";
  console.log(`\nWatch it again on a page: npx ${command} inspect ${file} --open`);
}

let end = "agree";
try {
  const options = { end: { type: "string", default: "agree" }, full: { type: "boolean" } } as const;
  const flags = parseArgs({ options }).values;
  end = flags.end;
  const clicks = Object.hasOwn(CLICKS, end) ? CLICKS[end] : undefined;
  if (clicks === undefined)
    throw new TypeError(`Expected --end ${Object.keys(CLICKS).join(" | ")}, got ${end}.`);
  await (flags.full === true ? supplyContract(end) : haggle(clicks));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
