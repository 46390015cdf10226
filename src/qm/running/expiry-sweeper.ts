/** Sweeps at leisure, and goes on soon while there is more to do. */

/** Milliseconds. */
const idleIntervalMs = 5000
const busyIntervalMs = 50

/** `sweep` does a stretch and says whether more is left. What it throws is told, and it is tried again at leisure. */
export function startExpirySweeper(
  sweep: () => boolean,
  failed: (error: unknown) => void,
): { close(): void } {
  let timer = setTimeout(turn, idleIntervalMs).unref()

  function turn(): void {
    let more = false
    try {
      more = sweep()
    } catch (error) {
      failed(error)
    }
    timer = setTimeout(turn, more ? busyIntervalMs : idleIntervalMs).unref()
  }

  return { close: () => clearTimeout(timer) }
}
