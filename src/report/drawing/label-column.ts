/**
 * @module
 * Sets labels one below the other beside a picture, each as near as can be to what it names and none over another.
 */

/** A label by the middle that it would like to have and the room that it takes, in pixels. */
export interface WantedLabel {
  readonly middle: number;
  readonly height: number;
}

/**
 * The middle of each label, in the order given, so that none overlap: they keep the order of their wishes.
 *
 * Starts at `top` and, unless there are more labels than room, ends above `bottom`.
 */
export function labelMiddles(
  labels: readonly WantedLabel[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): readonly number[] {
  const order = labels.map((label, index) => ({ ...label, index }));
  order.sort((one, other) => one.middle - other.middle || one.index - other.index);
  const middles: number[] = new Array(labels.length).fill(top);
  let free = top;
  for (const { middle, height, index } of order) {
    const placed = Math.max(middle, free + height / 2);
    middles[index] = placed;
    free = placed + height / 2;
  }
  // Whoever now stands below the bottom moves up, and pushes those above it.
  let limit = bottom;
  for (const { height, index } of order.reverse()) {
    const placed = Math.min(middles[index] as number, limit - height / 2);
    middles[index] = placed;
    limit = placed - height / 2;
  }
  const missing = Math.max(0, top - limit);
  return missing === 0 || limit === bottom ? middles : middles.map((middle) => middle + missing);
}
