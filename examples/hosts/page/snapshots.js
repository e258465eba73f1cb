/**
 * What a client knows: the newest snapshot, whatever comes late, twice or out of order.
 */
export class Snapshots {
  /** The newest, with `view`, `legal` and `now`; `null` before the first. */
  newest = null;
  /** Ms to add to the clock here to get the server's. */
  clockAhead = 0;

  /**
   * Takes one, unless it is not above what is known.
   *
   * @returns {boolean} whether it was news
   */
  take(snapshot) {
    const known = this.newest?.view;
    const { id, version, createdAt } = snapshot.view;
    if (known?.id === id && version <= known.version) return false;
    // Another negotiation: the one that began later counts.
    if (known !== undefined && known.id !== id && createdAt < known.createdAt) return false;
    this.newest = snapshot;
    this.clockAhead = snapshot.now - Date.now();
    return true;
  }

  /** For who comes back: how many turns of the open negotiation it has seen. */
  get seenTurns() {
    return this.newest?.view.turns.length ?? 0;
  }
}
