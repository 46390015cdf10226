/** Returns the result of work; undefined when it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Returns the message of the error that work throws; undefined when it ends without one. */
export function findFailure(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
