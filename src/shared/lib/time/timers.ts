/** Starts timers. Code that waits takes timers as a parameter, so that tests control the time. */
export interface Timers {
  /** Calls the function once after the given time. The returned function cancels the timer. */
  after(milliseconds: number, work: () => void): () => void
}

/** The longest time that a timer of Node.js can wait: about 24 days. */
export const maxTimerMs = 2_147_483_647

export const systemTimers: Timers = {
  after(milliseconds, work) {
    let timer: NodeJS.Timeout
    const wait = (leftMs: number): void => {
      const next = leftMs > maxTimerMs ? () => wait(leftMs - maxTimerMs) : work
      timer = setTimeout(next, Math.min(leftMs, maxTimerMs))
    }
    wait(milliseconds)
    return () => clearTimeout(timer)
  },
}
