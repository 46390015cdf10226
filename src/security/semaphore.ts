/**
 * Bounded work: few at once, the others wait for their turn in the order in which they came.
 */

export interface SemaphoreOptions {
  /** How many run at once. */
  maxRunning: number
  /** How many may wait; one more is refused with what `refuse` makes. */
  maxWaiting: number
  createOverflowError(): Error
}

/** Runs the work in its turn. Throws what the work throws, or the refusal. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function openSemaphore({
  maxRunning: running,
  maxWaiting: waiting,
  createOverflowError: refuse,
}: SemaphoreOptions): Semaphore {
  const queue: (() => void)[] = []
  let busy = 0

  return async function inTurn(work) {
    if (busy < running) busy += 1
    else await turn()
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next)
        next() // hands its place on
      else busy -= 1
    }
  }

  function turn(): Promise<void> {
    if (queue.length >= waiting) throw refuse()
    return new Promise((resolve) => queue.push(resolve))
  }
}
