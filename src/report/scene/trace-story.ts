/**
 * @module
 * What a trace tells: the offers in order and the agreement, if there was one.
 */

/** A row of a trace, as `runNegotiation` writes it; what came back from JSON serves as well. */
export interface ShownTraceRow {
  /** From 1. */
  readonly turnNumber: number;
  /** 0 to 1. */
  readonly relativeTime: number;
  /** Whose turn it was, by the place in the scenario. */
  readonly party: number;
  /** `propose` and `counter` are offers; `accept` answers the one before. */
  readonly action: string;
  /** The index of the outcome offered or accepted; `null` for other actions. */
  readonly outcome: number | null;
  /** What that outcome is worth to each party; `null` where nobody says. */
  readonly utilities: readonly (number | null)[] | null;
}

/** One offer, or what was agreed. */
export interface ShownOffer {
  readonly turnNumber: number;
  readonly relativeTime: number;
  /** Whose offer it was; of an agreement, who accepted last. */
  readonly party: number;
  readonly outcome: number;
  /** One a party; `null` where it is not known. */
  readonly utilities: readonly (number | null)[];
}

/** A negotiation as it is drawn. */
export interface TraceStory {
  readonly offers: readonly ShownOffer[];
  readonly agreement: ShownOffer | null;
}

/**
 * The offers of a trace, and the agreement: the last offer, once all other parties have accepted it in turn.
 *
 * @param partyCount - how many parties the scenario has
 */
export function traceStory(trace: readonly ShownTraceRow[], partyCount: number): TraceStory {
  const offers: ShownOffer[] = [];
  let acceptCount = 0;
  let agreement: ShownOffer | null = null;
  for (const row of trace) {
    if (row.action === "accept") {
      const standing = offers.at(-1);
      acceptCount += 1;
      if (standing !== undefined && acceptCount >= partyCount - 1) {
        agreement = {
          ...standing,
          turnNumber: row.turnNumber,
          relativeTime: row.relativeTime,
          party: row.party,
        };
      }
    } else if (row.outcome !== null && (row.action === "propose" || row.action === "counter")) {
      const { turnNumber, relativeTime, party, outcome } = row;
      acceptCount = 0;
      agreement = null;
      const utilities = Array.from({ length: partyCount }, (_, index) => row.utilities?.[index] ?? null);
      offers.push({ turnNumber, relativeTime, party, outcome, utilities });
    }
  }
  return { offers, agreement };
}
