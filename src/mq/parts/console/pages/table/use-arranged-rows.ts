/** Arranges the rows of a list without blocking the page: long work runs in slices of a few milliseconds. */
import { useEffect, useMemo, useState } from 'react'
import { runInSlices } from '../../kit/api/run-in-slices.ts'
import type { ObjectColumn, ObjectRow } from '../screens/object-screen.ts'
import { arrangeInSteps, arrangeRows } from './arrange-rows.ts'
import type { ListState } from './list-state.ts'

/** Lists up to this length are arranged at once. */
const maxRowsAtOnce = 2_000

/**
 * Returns the rows in order; undefined until there are some. While a new arrangement is computed, it is the one before.
 * `isBehind` says whether they are the first ones of a list that became long, until all of them are arranged.
 */
export function useArrangedRows(
  rows: readonly ObjectRow[],
  columns: readonly ObjectColumn[],
  { search, type, showSystem, sort }: ListState,
) {
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
  const [sliced, setSliced] = useState<readonly ObjectRow[]>()

  useEffect(() => {
    if (isShort) return
    return runInSlices(arrangeInSteps(rows, wish.columns, wish.state), setSliced)
  }, [rows, wish, isShort])

  const [latest, setLatest] = useState(atOnce)
  if (atOnce && atOnce !== latest) setLatest(atOnce)
  const found = atOnce ?? sliced ?? latest
  return { found, isBehind: found !== undefined && found !== atOnce && found !== sliced }
}
