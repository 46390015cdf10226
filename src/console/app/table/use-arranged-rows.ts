/** Arranges the rows of a list without blocking the page: long work runs in slices of a few milliseconds. */
import { useEffect, useMemo, useState } from 'react'

import type { ObjectColumn, ObjectRow } from '../screens/object-screen.ts'
import { arrangeInSteps, arrangeRows } from './arrange-rows.ts'
import type { ListState } from './list-state.ts'

/** Lists up to this length are arranged at once. */
const maxRowsAtOnce = 2_000
/** The longest slice: half of a frame, so that a keystroke never waits for 50 ms. */
const sliceMs = 8

/** Returns the rows in order. While a new arrangement is computed, it returns the one before. */
export function useArrangedRows(
  rows: readonly ObjectRow[],
  columns: readonly ObjectColumn[],
  { search, type, showSystem, sort }: ListState,
): readonly ObjectRow[] {
  const isShort = rows.length <= maxRowsAtOnce
  const { column, descending } = sort
  const columnIds = columns.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the state, and the columns by their ids
  const wish = useMemo(
    () => ({ columns, state: { search, type, showSystem, sort: { column, descending } } }),
    [columnIds, search, type, showSystem, column, descending],
  )
  const atOnce = useMemo(
    () => (isShort ? arrangeRows(rows, wish.columns, wish.state) : undefined),
    [rows, wish, isShort],
  )
  const [sliced, setSliced] = useState<readonly ObjectRow[]>([])

  useEffect(() => {
    if (isShort) return
    return runInSlices(arrangeInSteps(rows, wish.columns, wish.state), setSliced)
  }, [rows, wish, isShort])

  return atOnce ?? sliced
}

/** Runs the steps until one returns the result, and passes it to `done`. Returns a function that stops the work. */
function runInSlices<T>(steps: Generator<void, T>, done: (result: T) => void): () => void {
  const { port1, port2 } = new MessageChannel() // unlike timers, messages are not delayed by 4 ms
  port1.onmessage = () => {
    const until = performance.now() + sliceMs
    do {
      const step = steps.next()
      if (step.done) {
        port1.close()
        return done(step.value)
      }
    } while (performance.now() < until)
    port2.postMessage(undefined)
  }
  port2.postMessage(undefined)
  return () => port1.close()
}
