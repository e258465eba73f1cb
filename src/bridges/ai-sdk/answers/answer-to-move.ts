/**
 * @module
 * What a model is asked for and how its answer is read: a flat JSON Schema of what is legal now, and a move of what
 * came, or a complaint that can be told to the model (AI-2, AI-3).
 */

import { copyJson, isJsonObject, isPlainObject } from "../../../core/json/index.js";
import type { Move } from "../../../core/moves/index.js";
import type { Action } from "../../../core/record/index.js";
import type { AgentCall, MaybePromise, TermsSchema } from "../../../ports/index.js";
import { MOST_OF_A_MESSAGE } from "../../fences/index.js";
import { isLater } from "./turn-limit.js";

/** A JSON Schema, draft 2020-12. */
export type AnswerSchema = Readonly<Record<string, unknown>>;

/** What the room's terms look like, for reading and for telling the model. */
export interface TermsForm<Terms> {
  readonly schema: TermsSchema<Terms>;
  readonly json: AnswerSchema;
}

/** A move, or what is wrong with the answer: at most 300 characters, none of them the model's own. */
export type AnswerReading<Terms> =
  | { readonly move: Move<Terms>; readonly complaint?: undefined }
  | {
      readonly complaint: string;
      /** What the schema of the terms has thrown. */
      readonly cause?: unknown;
    };

/**
 * Both forms of the terms.
 *
 * @param json - where the schema itself gives none
 * @throws {TypeError} when neither gives a JSON Schema
 */
export function termsForm<Terms>(schema: TermsSchema<Terms>, json?: AnswerSchema): TermsForm<Terms> {
  const { jsonSchema } = schema["~standard"] as {
    readonly jsonSchema?: { input(options: { target: string }): AnswerSchema } | undefined;
  };
  const given = json ?? jsonSchema?.input({ target: "draft-2020-12" });
  if (isPlainObject(given)) return { schema, json: Object.freeze({ ...given }) };
  throw new TypeError(
    "Expected terms to be a Standard Schema that gives JSON Schema (as zod from 4.2 on does), got one without. " +
      "Hand in termsJsonSchema as well.",
  );
}

/** What the schema of an answer says of a call. */
type AskedOf = Pick<AgentCall, "legalActions" | "assessments" | "assessmentRequired">;

/** Makes the schema of an answer for what is legal, each kind once. */
export function answerSchemas(
  terms: AnswerSchema | null,
): (call: AskedOf, offerCount: number) => AnswerSchema {
  const made = new Map<string, AnswerSchema>();
  return (call, offerCount) => {
    const key = `${call.legalActions.join()} ${call.assessments} ${call.assessmentRequired} ${offerCount}`;
    const schema = made.get(key) ?? answerSchema(call, terms, offerCount);
    made.set(key, schema);
    return schema;
  };
}

const isProposing = (action: unknown): boolean => action === "propose" || action === "counter";

function answerSchema(
  { legalActions: actions, assessments, assessmentRequired }: AskedOf,
  termsJson: AnswerSchema | null,
  offerCount: number,
): AnswerSchema {
  const { $schema, $defs, ...terms } = termsJson ?? {};
  const proposes = termsJson !== null && actions.some(isProposing);
  const properties = {
    reasoning: {
      type: assessmentRequired ? "string" : ["string", "null"],
      description:
        assessments === "shared"
          ? "Your reasons. In this room the other side reads them, as it does the message."
          : "Private notes. The other side never sees them.",
    },
    ...(assessmentRequired && { suggestedRoles: ROLES_SCHEMA }),
    action: { type: "string", enum: actions },
    ...(proposes && {
      terms: { anyOf: [terms, { type: "null" }], description: "With propose and counter only; else null." },
    }),
    ...(proposes &&
      offerCount > 0 && {
        pick: {
          type: ["integer", "null"],
          description: `The number of a prepared offer, 1 to ${offerCount}, in place of terms.`,
        },
      }),
    message: {
      type: ["string", "null"],
      description: `Shown to the other side; at most ${MOST_OF_A_MESSAGE} characters.`,
    },
  };
  return Object.freeze({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
  });
}

const ROLES = ["agent", "patient", "peer"];
const ROLE_SCHEMA = { type: "string", enum: ROLES };
const ROLES_SCHEMA = {
  type: "object",
  properties: { ownUser: ROLE_SCHEMA, otherUser: ROLE_SCHEMA },
  required: ["ownUser", "otherUser"],
  additionalProperties: false,
  description: "The roles that you suggest, for your own user and the other one. This room asks for them.",
};

/** What an answer is read by. */
export interface ReadingOptions<Terms> {
  readonly actions: readonly Action[];
  /** Whether the rules ask for reasoning and roles. */
  readonly assessmentRequired: boolean;
  readonly terms: TermsForm<Terms> | null;
  /** What `pick` picks from. */
  readonly offers: readonly { readonly terms: Terms }[];
}

/** Reads an answer: an object, or text with one in it. Never throws. */
export function readAnswer<Terms>(
  answer: unknown,
  options: ReadingOptions<Terms>,
): MaybePromise<AnswerReading<Terms>> {
  const { actions, assessmentRequired, terms, offers } = options;
  const read = typeof answer === "string" ? parsed(answer) : answer;
  if (!isJsonObject(read)) return { complaint: "Expected one JSON object and nothing else." };
  const given = read as Readonly<Record<string, unknown>>;
  const action = given["action"] as Action;
  if (!actions.includes(action)) return { complaint: `Expected action to be one of ${actions.join(", ")}.` };
  for (const key of ["message", "reasoning"]) {
    if (given[key] != null && typeof given[key] !== "string")
      return { complaint: `Expected ${key} to be a text or null.` };
  }
  const roles = assessmentRequired ? rolesOf(given["suggestedRoles"]) : undefined;
  if (assessmentRequired && !given["reasoning"])
    return { complaint: "Expected reasoning to be a non-empty text." };
  if (assessmentRequired && roles === undefined)
    return {
      complaint: `Expected suggestedRoles to be { ownUser, otherUser }, each of ${ROLES.join(", ")}.`,
    };
  const spoken = {
    ...(given["message"] ? { message: (given["message"] as string).slice(0, MOST_OF_A_MESSAGE) } : {}),
    ...(given["reasoning"]
      ? {
          assessment: {
            reasoning: (given["reasoning"] as string).slice(0, 4 * MOST_OF_A_MESSAGE),
            ...(roles && { suggestedRoles: roles }),
          },
        }
      : {}),
  };
  const pick = given["pick"];
  const offer = Number.isSafeInteger(pick) ? offers[(pick as number) - 1] : undefined;
  if (pick != null && offer === undefined && given["terms"] == null)
    return { complaint: `Expected pick to be null or 1 to ${offers.length}.` };
  if (!isProposing(action) || terms === null) {
    const isBare = given["terms"] == null && (pick == null || terms !== null);
    return isBare
      ? { move: { action, ...spoken } as Move<Terms> }
      : { complaint: `Expected terms to be null with ${action}.` };
  }
  const proposed = given["terms"] ?? offer?.terms;
  if (proposed === undefined) return { complaint: `Expected terms with ${action}.` };
  // Looked at first: a schema may not end on what is nested without end.
  if (!copyJson(proposed, Number.POSITIVE_INFINITY).ok)
    return { complaint: "Expected terms of plain JSON, nested 32 levels at most." };
  const judged = (result: Awaited<ReturnType<Validate>>): AnswerReading<Terms> =>
    result.issues === undefined
      ? { move: { action, terms: proposed, ...spoken } as Move<Terms> }
      : { complaint: complaintOf(result.issues, terms.json) };
  try {
    const result = terms.schema["~standard"].validate(proposed);
    return isLater(result) ? Promise.resolve(result).then(judged).catch(unjudged) : judged(result);
  } catch (error) {
    return unjudged(error);
  }
}

function unjudged(cause: unknown): { readonly complaint: string; readonly cause: unknown } {
  return { complaint: "Expected terms that their schema can judge.", cause };
}

/** The two roles alone; `undefined` where one is none. */
function rolesOf(given: unknown): object | undefined {
  const { ownUser, otherUser } = { ...(given as { ownUser?: unknown; otherUser?: unknown } | null) };
  const areRoles = [ownUser, otherUser].every((role) => ROLES.includes(role as string));
  return areRoles ? { ownUser, otherUser } : undefined;
}

type Validate = TermsSchema["~standard"]["validate"];

/** JSON, also where a model has set it among words or in a fence. */
function parsed(text: string): unknown {
  for (const one of [text, text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)]) {
    try {
      return JSON.parse(one);
    } catch {
      // The next, or none: `undefined` says so.
    }
  }
  return undefined;
}

const MOST_OF_A_COMPLAINT = 300;

/** Names and quoted words that are not the schema's own are the model's: an injection is not to come back by them. */
function complaintOf(
  issues: readonly {
    readonly message: string;
    readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  }[],
  json: AnswerSchema,
): string {
  const known = JSON.stringify(json);
  const ours = (word: string): string => (known.includes(JSON.stringify(word)) ? word : "…");
  const said = issues.slice(0, 10).map(({ path = [], message }) => {
    const keys = path.map((one) => (typeof one === "object" ? one.key : one));
    const place = ["terms", ...keys.map((key) => (typeof key === "number" ? key : ours(String(key))))].join(
      ".",
    );
    return `${place}: ${message.replace(/"([^"]*)"|'([^']*)'/g, (_, one, other) => `"${ours(one ?? other)}"`)}`;
  });
  return said.join(" ").slice(0, MOST_OF_A_COMPLAINT);
}
