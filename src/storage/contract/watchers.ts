/** Functions that are called when entries may have changed: at notifications, and at intervals (some are lost). */

/** The watchers of a store. */
export interface Watchers {
  /** Adds a watcher, and returns a function that removes it. */
  add(kind: string, onChange: () => void): () => void
  /** Wakes the watchers of one kind. */
  wake(kind: string): void
  /** Wakes all watchers. */
  wakeAll(): void
  close(): void
}

/** Starts with no watchers. `intervalMs` is how often they are called without a notification. */
export function openWatchers(intervalMs: number): Watchers {
  const watchers = new Set<{ kind: string; onChange: () => void }>()
  let timer: NodeJS.Timeout | undefined

  return {
    add(kind, onChange) {
      const watcher = { kind, onChange }
      watchers.add(watcher)
      timer ??= setInterval(wakeAll, intervalMs).unref()
      return () => void watchers.delete(watcher)
    },

    wake(changed) {
      for (const { kind, onChange } of watchers) if (kind === changed) onChange()
    },

    wakeAll,
    close: () => clearInterval(timer),
  }

  function wakeAll(): void {
    for (const { onChange } of watchers) onChange()
  }
}
