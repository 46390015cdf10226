/** Runs a limited number of tasks at the same time; the others wait in the order of their arrival. */

/** The limits of a semaphore. */
export interface SemaphoreOptions {
  /** The maximum number of tasks that run at the same time. */
  maxRunning: number
  /** The maximum number of tasks that wait. One more is rejected with the error of `createOverflowError`. */
  maxWaiting: number
  createOverflowError(): Error
}

/** Runs the task when a slot is free. Throws what the task throws, or the overflow error. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a semaphore. */
export function openSemaphore(options: SemaphoreOptions): Semaphore {
  const { maxRunning: running, maxWaiting: waiting, createOverflowError: refuse } = options
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
        next() // passes its slot on
      else busy -= 1
    }
  }

  function turn(): Promise<void> {
    if (queue.length >= waiting) throw refuse()
    return new Promise((resolve) => queue.push(resolve))
  }
}
