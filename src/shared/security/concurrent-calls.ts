/** Counts calls that run at the same time: those of several processes in one, each process with its own share. */

/** At most this many calls under one key. */
export type ConcurrentLimit = { key: string; limit: number }

/** The index of the limit that leaves no room, and how many calls run under it. */
export type ReachedLimit = { index: number; active: number }

/** The calls of one process. */
export interface ConcurrentCalls {
  /** Counts a call under each limit. Returns the first limit without room; the call is then counted under none. */
  enter(id: string, limits: readonly ConcurrentLimit[]): ReachedLimit | undefined | Promise<ReachedLimit | undefined>
  /** Ends a call. A call that is not counted is ignored. */
  leave(id: string): void
}

/** The share of a process whose requests come here. */
export interface ConcurrentCallShare extends ConcurrentCalls {
  enter(id: string, limits: readonly ConcurrentLimit[]): ReachedLimit | undefined
  /** Ends all calls of the share: its process has ended. */
  close(): void
}

/** Returns the function that opens a share of the same counts. */
export function openConcurrentCalls(): () => ConcurrentCallShare {
  const active = new Map<string, number>()

  return () => {
    const calls = new Map<string, readonly ConcurrentLimit[]>()

    function leave(id: string): void {
      for (const { key } of calls.get(id) ?? []) {
        const left = (active.get(key) ?? 0) - 1
        if (left > 0) active.set(key, left)
        else active.delete(key)
      }
      calls.delete(id)
    }

    return {
      enter(id, limits) {
        const index = limits.findIndex(({ key, limit }) => (active.get(key) ?? 0) >= limit)
        const reached = limits[index]
        if (reached) return { index, active: active.get(reached.key) ?? 0 }
        for (const { key } of limits) active.set(key, (active.get(key) ?? 0) + 1)
        calls.set(id, limits)
        return undefined
      },
      leave,
      close() {
        for (const id of calls.keys()) leave(id)
      },
    }
  }
}
