/** Loads data from the server and polls for changes while the page is visible. */
import { use, useCallback, useEffect, useRef, useState } from 'react'
import { RequestError } from '../api/client.ts'
import { Shown } from './shown.ts'

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

/** The pause after a load is at least this many times as long as the load, to spare a slow server. */
const pauseFactor = 20

/** The pause before a load is repeated that did not reach the server; it doubles up to the maximum. */
const firstRetryMs = 2_000
const maxRetryMs = 30_000

/** Describes one load. */
export interface LoadOptions {
  /** Whether the interval started the load, and not the user. */
  isPoll: boolean
}

/**
 * Loads with `load` whenever `key` changes and, while the page is visible, again at each interval. One load runs
 * at a time; results for an earlier key are dropped. `load` may pass a first part of the data to `showFirst`, while the
 * rest is still loading. A load that did not reach the server is repeated until it does.
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
  const isShown = use(Shown)

  useEffect(() => {
    if (!isShown) return
    const ends = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let busy = false
    let again = false
    let retryMs = firstRetryMs

    async function run(isPoll = false) {
      again = busy // the running load may have started before the change that the caller wants to see
      if (busy) return
      busy = true
      clearTimeout(timer)
      setState((before) => (before.key === key ? { ...before, loading: true } : { key, loading: true }))
      const started = performance.now()
      let unreached = false
      try {
        const showFirst = (first: T) => {
          if (!ends.signal.aborted) setState({ key, value: first, loading: true })
        }
        const value = await latest.current(ends.signal, { isPoll }, showFirst)
        retryMs = firstRetryMs
        if (!ends.signal.aborted) setState({ key, value, loading: false })
      } catch (error) {
        if (ends.signal.aborted) return
        unreached = isUnreached(error)
        const problem = (error as Error).message
        setState((before) => ({ ...before, key, problem, loading: false }))
      }
      busy = false
      if (ends.signal.aborted) return
      if (again) void run()
      else if (unreached) {
        timer = setTimeout(tick, retryMs)
        retryMs = Math.min(2 * retryMs, maxRetryMs)
      } else if (every !== undefined) {
        timer = setTimeout(tick, Math.max(every, (performance.now() - started) * pauseFactor))
      }
    }
    function tick() {
      if (document.visibilityState === 'visible') void run(true)
      else addEventListener('visibilitychange', tick, { once: true, signal: ends.signal })
    }

    trigger.current = () => void run()
    addEventListener('online', () => void run(), { signal: ends.signal })
    void run()
    return () => {
      ends.abort()
      clearTimeout(timer)
    }
  }, [key, every, isShown])

  const reload = useCallback(() => trigger.current(), [])
  const current = state.key === key ? state : { loading: true }
  return { value: undefined, problem: undefined, ...current, reload }
}

/** No response, or one of a proxy whose server is away. */
function isUnreached(error: unknown): boolean {
  return error instanceof RequestError && [0, 502, 503, 504].includes(error.status)
}
