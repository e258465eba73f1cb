/**
 * @module
 * The rows of a tournament in a file, written line by line while they come, so that what is done survives whatever
 * ends the process. Files of JSON lines can be gone on with.
 */

import { closeSync, openSync, readFileSync, renameSync, statSync, truncateSync, writeSync } from "node:fs";
import { csvHeader, rowCsvLine, rowJsonLine, type TournamentRow } from "../../tournament/index.js";
import { fileError } from "../text/index.js";
import { demandWritable, fileFailure, writeText } from "./text-file.js";

/** A file of rows, open for more. */
export class RowsFile {
  /** Rows that were there before, in the order of the file. */
  readonly completed: readonly TournamentRow[];
  readonly #path: string;
  readonly #lineOf: (row: TournamentRow) => string;
  readonly #lineNumbers: readonly number[];
  /** Whatever is in the file, in its order. */
  readonly #written: TournamentRow[];
  readonly #handle: number;
  #isOpen = true;

  /**
   * @param isResumed - whether to go on with a file that is there; without it one that has rows is refused
   * @throws {CommandError} when it cannot be written, has rows already, or has a line that is no row
   */
  constructor(path: string, isResumed: boolean) {
    this.#path = path;
    const isCsv = isCsvFile(path);
    this.#lineOf = isCsv ? rowCsvLine : rowJsonLine;
    demandWritable(path);
    const before = existingText(path);
    if (before !== "" && !isResumed) {
      throw fileError(
        path,
        undefined,
        "Expected a new file, got one with rows. Add --resume to go on with it.",
      );
    }
    const lines = completeLines(path, before.replace(BYTE_ORDER_MARK, ""));
    this.completed = lines.map(({ row }) => row);
    this.#lineNumbers = lines.map(({ number }) => number);
    this.#written = [...this.completed];
    const kept = keptText(before);
    try {
      if (kept !== before && before.startsWith(kept)) truncateSync(path, Buffer.byteLength(kept));
      else if (kept !== before) this.#replace(kept);
      this.#handle = openSync(path, "a");
    } catch (error) {
      throw fileFailure(path, error);
    }
    if (isCsv) this.#append(csvHeader);
  }

  /** Writes a row. */
  add(row: TournamentRow): void {
    this.#append(this.#lineOf(row));
    this.#written.push(row);
  }

  /** The line, from 1, of a row among `completed`. */
  lineOfCompleted(index: number): number | undefined {
    return this.#lineNumbers[index];
  }

  /**
   * Closes the file, after it has every row there is. A file that an interruption has left in another order than
   * that of the tournament is put in order, so that it is the same as without the interruption.
   *
   * @param rows - all that were played or kept, in the order of the tournament
   */
  finish(rows: readonly TournamentRow[], isComplete: boolean): void {
    const known = new Set(this.#written);
    for (const row of rows) if (!known.has(row)) this.add(row);
    this.close();
    const isInOrder = rows.every((row, index) => this.#written[index] === row);
    if (!isComplete || isInOrder || isCsvFile(this.#path)) return;
    this.#replace(rows.map(this.#lineOf).join(""));
  }

  /** Closes the file as it is; it may be closed already. */
  close(): void {
    if (this.#isOpen) closeSync(this.#handle);
    this.#isOpen = false;
  }

  /** By way of another file, so that whatever ends the process leaves one of the two whole. */
  #replace(text: string): void {
    const beside = `${this.#path}.sorted`;
    writeText(beside, text);
    renameSync(beside, this.#path);
  }

  #append(text: string): void {
    try {
      writeSync(this.#handle, text);
    } catch (error) {
      throw fileFailure(this.#path, error);
    }
  }
}

/** Whether rows go to a file of that name as CSV. */
export function isCsvFile(path: string): boolean {
  return path.toLowerCase().endsWith(".csv");
}

function existingText(path: string): string {
  try {
    // A device or a pipe can be written to, but to read it may have no end: nothing there can be gone on with.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return "";
    return readFileSync(path, "utf8");
  } catch (error) {
    throw fileFailure(path, error);
  }
}

/** An editor may have left one; no line of ours begins with it. */
const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * What an earlier run wrote, as it wrote it: without what an editor did to it, and without a last line that a crash
 * tore, behind which nothing may be appended.
 */
function keptText(text: string): string {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return whole.replace(BYTE_ORDER_MARK, "").replaceAll("\r\n", "\n");
}

interface RowLine {
  readonly row: TournamentRow;
  /** From 1. */
  readonly number: number;
}

function completeLines(path: string, text: string): readonly RowLine[] {
  const lines = text.split("\n").slice(0, -1);
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [{ row: JSON.parse(line) as TournamentRow, number: index + 1 }];
    } catch (error) {
      throw fileError(path, { line: index + 1, column: 1 }, "Expected a row as JSON, got other text.", error);
    }
  });
}
