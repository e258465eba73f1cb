/**
 * What is negotiated about in the chat: a used cargo bike. The page makes its form from the JSON Schema of it.
 */
import * as z from "zod";

/** The schema of the terms. */
export const BikeTerms = z.strictObject({
  price: z.int().min(1).max(9_999).meta({ title: "Price", description: "EUR" }),
  deliverBy: z.iso.date().meta({ title: "Handed over by" }),
  payment: z.enum(["cash", "in advance", "half and half"]).meta({ title: "Payment" }),
  repairs: z.int().min(0).max(12).meta({ title: "Free repairs for", description: "months" }),
  extras: z.array(z.string().min(1).max(60)).max(5).meta({ title: "Extras" }),
  isTestRideFree: z.boolean().meta({ title: "Test ride first" }),
});

/** What buyer and seller propose to each other. */
export type BikeTerms = z.infer<typeof BikeTerms>;
