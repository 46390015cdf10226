/** Manages the selected rows of a list. A row that disappears from the list is no longer selected. */
import { useMemo, useState } from 'react'
import type { ObjectRow } from '../screens/object-screen.ts'

export interface RowSelection {
  /** The selected rows in the order of the list. */
  readonly rows: readonly ObjectRow[]
  has(row: ObjectRow): boolean
  toggle(row: ObjectRow): void
  /** Selects all given rows, or none of them if all are selected. */
  toggleAll(rows: readonly ObjectRow[]): void
  clear(): void
}

const none: ReadonlySet<string> = new Set()

export function useRowSelection(all: readonly ObjectRow[]): RowSelection {
  const [names, setNames] = useState(none)
  const rows = useMemo(() => (names.size === 0 ? [] : all.filter(({ name }) => names.has(name))), [all, names])
  const has = ({ name }: ObjectRow) => names.has(name)

  return {
    rows,
    has,
    toggle: ({ name }) => setNames((before) => toggled(before, name)),
    toggleAll(some) {
      const areAll = some.every(has)
      setNames((before) => {
        const after = new Set(before)
        for (const { name } of some) {
          if (areAll) after.delete(name)
          else after.add(name)
        }
        return after
      })
    },
    clear: () => setNames(none),
  }
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const after = new Set(names)
  if (!after.delete(name)) after.add(name)
  return after
}
