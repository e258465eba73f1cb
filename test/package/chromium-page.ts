/**
 * @module
 * What runs in the page: fetches the questions, answers each, and hands all answers back.
 */

import { answerTo, type Question } from "../oap/portable-vectors.js";

const questions = (await (await fetch("/questions")).json()) as readonly Question[];
const answers: unknown[] = [];
for (const question of questions) {
  try {
    answers.push(await Promise.race([answerTo(question), tooLate()]));
  } catch (error) {
    answers.push(`threw ${error}`);
  }
}
await fetch("/answers", { method: "POST", body: JSON.stringify(answers) });

function tooLate(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve("no answer within a minute"), 60_000));
}
