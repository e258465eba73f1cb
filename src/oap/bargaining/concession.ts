/**
 * @module
 * What counts as a concession. Who makes them by rule is in `strategies/`.
 */

/**
 * Whether a proposal concedes from the own previous one: whether the own utility does not rise.
 *
 * @see docs/requirements/oap.md, OAP-48; OAP RFC 0002, B.6
 * @example
 * const ownUtility = ({ price }: { price: number }) => price;
 * isConcession({ price: 50 }, { price: 45 }, ownUtility); // true, of a seller
 */
export function isConcession<Terms>(
  previous: Terms,
  next: Terms,
  ownUtility: (terms: Terms) => number,
): boolean {
  return ownUtility(next) <= ownUtility(previous);
}
