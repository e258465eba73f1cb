/**
 * @module
 * A turn of the platform's own event loop, for who would otherwise keep it from others for minutes.
 */

/** Resolves on a later turn of the platform's event loop. */
export function platformPause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
