/** Runs a check once for all concurrent callers with the same key. */

/** Returns an empty set of running checks. */
export function openSharedChecks<T>() {
  const running = new Map<string, Promise<T>>()

  return {
    /** Returns the result of the running check with this key, or runs `check`. Throws what the check throws. */
    run(key: string, check: () => Promise<T>): Promise<T> {
      const shared = running.get(key)
      if (shared) return shared
      const started = check().finally(() => {
        if (running.get(key) === started) running.delete(key)
      })
      running.set(key, started)
      return started
    },

    /** Lets later callers start new checks. Running checks still complete for their callers. */
    clear(): void {
      running.clear()
    },
  }
}
