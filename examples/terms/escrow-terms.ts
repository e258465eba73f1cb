/**
 * Terms of a payment that may wait in escrow: what two members of a room propose to each other.
 *
 * Amounts are integers in minor units (cents): a sum of such never rounds.
 */
import * as z from "zod";

const Amount = z.int().nonnegative();

const LineItem = z
  .object({
    description: z.string().min(1),
    amount: Amount,
    /** Paid at once, held until released, or paid when the condition is met. */
    type: z.enum(["immediate", "escrow", "conditional"]),
    condition: z.string().min(1).optional(),
    /** Where the amount is open within bounds. */
    minAmount: Amount.optional(),
    maxAmount: Amount.optional(),
  })
  .refine(({ type, condition }) => type !== "conditional" || condition !== undefined, {
    path: ["condition"],
    message: "Expected a condition on a conditional line item, got none.",
  })
  .refine(({ amount, minAmount = 0, maxAmount = amount }) => minAmount <= amount && amount <= maxAmount, {
    path: ["amount"],
    message: "Expected amount to be within minAmount and maxAmount.",
  });

/** One position of the bill. */
export type LineItem = z.infer<typeof LineItem>;

/** The schema of the terms: it also holds the proposer to the sum and to a date that exists. */
export const EscrowTerms = z
  .object({
    summary: z.string().min(1),
    lineItems: z.array(LineItem).min(1),
    /** The most that may fall due: the sum of `maxAmount`, or `amount` where there is none. */
    totalAmount: Amount,
    /** ISO 4217. */
    currency: z.string().regex(/^[A-Z]{3}$/),
    conditions: z.array(z.string()),
    /** The instant from which the proposal can no longer be accepted. */
    expiresAt: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(({ lineItems, totalAmount }) => totalAmount === totalOf(lineItems), {
    path: ["totalAmount"],
    message: "Expected totalAmount to be the sum of maxAmount, or amount, of the line items.",
  });

/** What the members of a room negotiate about. */
export type EscrowTerms = z.infer<typeof EscrowTerms>;

/** In minor units. */
export function totalOf(lineItems: readonly LineItem[]): number {
  return lineItems.reduce((total, { amount, maxAmount }) => total + (maxAmount ?? amount), 0);
}

/**
 * The validity of a proposal with these terms, for the move that makes it: then the room itself refuses to
 * accept it past its date.
 *
 * Takes what came over the wire; what is no date says nothing, and is left for the schema to refuse.
 */
export function validityOf(terms: unknown): { readonly validUntilAt?: number } {
  const expiresAt = (terms as { readonly expiresAt?: unknown } | null | undefined)?.expiresAt;
  const validUntilAt = typeof expiresAt === "string" ? Date.parse(expiresAt) : Number.NaN;
  return Number.isNaN(validUntilAt) ? {} : { validUntilAt };
}
