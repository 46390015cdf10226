/** Something that the server knows, loaded and kept fresh while one looks. */
import { useCallback, useEffect, useRef, useState } from 'react'

export interface Resource<T> {
  /** What was loaded last; stays while it is loaded again. */
  value: T | undefined
  /** Why the last attempt failed. */
  problem: string | undefined
  loading: boolean
  reload(): void
}

export interface Refresh {
  /** Milliseconds between two loads; none when left out. */
  every?: number
}

/** Loads take at most this part of the time, however slow the server is. */
const share = 20

/**
 * Loads with `load` whenever `key` changes and, while the page can be seen, again and again. One load at a time; what
 * comes too late is dropped.
 */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { every }: Refresh = {},
): Resource<T> {
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

    async function run() {
      again = busy // what is on its way may be older than the wish
      if (busy) return
      busy = true
      clearTimeout(timer)
      setState((before) => (before.key === key ? { ...before, loading: true } : { key, loading: true }))
      const started = performance.now()
      try {
        const value = await latest.current(ends.signal)
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
        timer = setTimeout(tick, Math.max(every, (performance.now() - started) * share))
      }
    }
    function tick() {
      if (document.visibilityState === 'visible') void run()
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
