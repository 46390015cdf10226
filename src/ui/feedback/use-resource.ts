/** Loads data from the server and polls for changes while the page is visible. */
import { useCallback, useEffect, useRef, useState } from 'react'

export interface PolledResource<T> {
  /** The data of the last successful load; it stays while the next load runs. */
  value: T | undefined
  /** The error text of the last load, if it failed. */
  problem: string | undefined
  loading: boolean
  reload(): void
}

export interface PollingOptions {
  /** Milliseconds between two loads. Without it the data is loaded once. */
  intervalMs?: number
}

/**
 * The pause after a load lasts at least this many times as long as the load, so that a slow server is not
 * overloaded.
 */
const pauseFactor = 20

/** Describes one load. */
export interface LoadOptions {
  /** Whether the interval started the load, and not the user. */
  isPoll: boolean
}

/**
 * Loads with `load` whenever `key` changes and, while the page is visible, again at each interval. One load runs
 * at a time; results for an earlier key are dropped. `load` may pass a first part of the data to `showFirst`, while the
 * rest is still loading.
 */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal, options: LoadOptions, showFirst: (value: T) => void) => Promise<T>,
  { intervalMs: every }: PollingOptions = {},
): PolledResource<T> {
  const [state, setState] = useState<{ key: string; value?: T; problem?: string; loading: boolean }>({
    key,
    loading: true,
  })
  const latest = useRef(load)
  latest.current = load
  const trigger = useRef<() => void>(() => {})

  useEffect(() => {
    const ends = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let busy = false
    let again = false

    async function run(isPoll = false) {
      again = busy // the running load may have started before the change that the caller wants to see
      if (busy) return
      busy = true
      clearTimeout(timer)
      setState((before) => (before.key === key ? { ...before, loading: true } : { key, loading: true }))
      const started = performance.now()
      try {
        const showFirst = (first: T) => {
          if (!ends.signal.aborted) setState({ key, value: first, loading: true })
        }
        const value = await latest.current(ends.signal, { isPoll }, showFirst)
        if (!ends.signal.aborted) setState({ key, value, loading: false })
      } catch (error) {
        if (ends.signal.aborted) return
        const problem = (error as Error).message
        setState((before) => ({ ...before, key, problem, loading: false }))
      }
      busy = false
      if (ends.signal.aborted) return
      if (again) void run()
      else if (every !== undefined) {
        timer = setTimeout(tick, Math.max(every, (performance.now() - started) * pauseFactor))
      }
    }
    function tick() {
      if (document.visibilityState === 'visible') void run(true)
      else addEventListener('visibilitychange', tick, { once: true, signal: ends.signal })
    }

    trigger.current = () => void run()
    void run()
    return () => {
      ends.abort()
      clearTimeout(timer)
    }
  }, [key, every])

  const reload = useCallback(() => trigger.current(), [])
  const current = state.key === key ? state : { loading: true }
  return { value: undefined, problem: undefined, ...current, reload }
}
