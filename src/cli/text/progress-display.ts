/**
 * @module
 * How far a tournament is: a bar in a terminal, and a line for each tenth where there is none.
 */

import { SingleBar } from "cli-progress";
import type { Progress } from "../../tournament/index.js";

/** Shows progress. */
interface ProgressDisplay {
  show(progress: Progress): void;
  /** Leaves the last state on the screen. */
  end(): void;
}

/** The stream that it is shown on. */
type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** A display for that stream. */
export function progressDisplay(stream: ProgressStream): ProgressDisplay {
  return stream.isTTY === true ? bar(stream) : lines(stream);
}

/** A display that shows nothing. */
export const noProgress: ProgressDisplay = Object.freeze({ show() {}, end() {} });

function bar(stream: ProgressStream): ProgressDisplay {
  const format = "{bar} {percentage} % | {value} of {total} | {left}{failures}";
  const single = new SingleBar({
    format,
    stream,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    // A hidden one would stay hidden where the process is ended at once.
    hideCursor: false,
    // The bar is updated at most ten times a second, and every update is to be seen.
    fps: 1000,
    gracefulExit: false,
    linewrap: null,
  });
  let isStarted = false;
  return {
    show(progress) {
      const words = { left: leftText(progress), failures: failureText(progress) };
      if (!isStarted) single.start(progress.total, progress.done, words);
      isStarted = true;
      single.update(progress.done, words);
    },
    end() {
      if (isStarted) single.stop();
    },
  };
}

function lines(stream: ProgressStream): ProgressDisplay {
  let told = -1;
  return {
    show(progress) {
      const { done, total } = progress;
      const tenth = total === 0 ? TENTHS : Math.floor((done * TENTHS) / total);
      if (tenth === told) return;
      told = tenth;
      const percent = tenth * TENTHS;
      stream.write(`${percent} % | ${done} of ${total} | ${leftText(progress)}${failureText(progress)}\n`);
    },
    end() {},
  };
}

const TENTHS = 10;

function leftText({ done, total, elapsedMs, remainingMs }: Progress): string {
  if (done === total) return `took ${durationText(elapsedMs)}`;
  return remainingMs === null ? "time left unknown" : `${durationText(remainingMs)} left`;
}

function failureText({ failed }: Progress): string {
  return failed === 0 ? "" : ` | ${failed} failed`;
}

/** A duration for people: its two largest units, none smaller than a second. */
function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
