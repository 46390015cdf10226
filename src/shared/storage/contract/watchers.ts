/** Functions that are called when entries may have changed: at notifications, and at intervals (some are lost). */

/** Starts with no watchers. `intervalMs` is how often they are called without a notification. */
export function openWatchers(intervalMs: number) {
  const watchers = new Set<{ kind: string; onChange: () => void }>()
  let timer: NodeJS.Timeout | undefined

  return {
    /** Adds a watcher, and returns a function that removes it. */
    add(kind: string, onChange: () => void): () => void {
      const watcher = { kind, onChange }
      watchers.add(watcher)
      timer ??= setInterval(wakeAll, intervalMs).unref()
      return () => void watchers.delete(watcher)
    },

    /** Wakes the watchers of one kind. */
    wake(changed: string): void {
      for (const { kind, onChange } of watchers) if (kind === changed) onChange()
    },

    wakeAll,
    close: () => clearInterval(timer),
  }

  /** Wakes all watchers. */
  function wakeAll(): void {
    for (const { onChange } of watchers) onChange()
  }
}
