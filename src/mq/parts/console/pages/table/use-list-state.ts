/** The state of a list: in the URL for the list of a page, and in memory for a list inside a dashboard. */
import { useEffect, useState } from 'react'
import { parseHashQuery, replaceHashQuery } from '../../../../../shared/ui/routing/hash-query.ts'
import { changeListState, initialListState, type ListState, parseListState, renderListState } from './list-state.ts'

export type ListStateHandle = { state: ListState; change(some: Partial<ListState>): void }

/** Returns the state that the URL contains. A change replaces the URL, and Back returns to an earlier state. */
export function useUrlListState(): ListStateHandle {
  const [state, setState] = useState(() => parseListState(parseHashQuery(location.hash)))

  useEffect(() => {
    const read = () => setState(parseListState(parseHashQuery(location.hash)))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  return {
    state,
    change(some) {
      const next = changeListState(state, some)
      history.replaceState(history.state, '', replaceHashQuery(location.hash, renderListState(next)))
      setState(next)
    },
  }
}

export function useLocalListState(initial: Partial<ListState> = {}): ListStateHandle {
  const [state, setState] = useState<ListState>({ ...initialListState, ...initial })
  return { state, change: (some) => setState((before) => changeListState(before, some)) }
}
