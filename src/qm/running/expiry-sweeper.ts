/** Runs the sweep of expired messages and subscriptions on a timer. */

/** The delay before the next sweep when the last sweep removed everything that had expired. */
const idleIntervalMs = 5000
const busyIntervalMs = 50

/**
 * Starts the timer. `sweep` removes a limited number of expired items and returns true when more remain; the next
 * sweep then follows after `busyIntervalMs`. The function passes errors of `sweep` to `failed` and tries again
 * after `idleIntervalMs`.
 */
export function startExpirySweeper(sweep: () => boolean, failed: (error: unknown) => void): { close(): void } {
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
