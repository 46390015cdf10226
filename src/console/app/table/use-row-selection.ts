/** The rows of a list that were ticked. Those that leave the list are forgotten. */
import { useMemo, useState } from 'react'

import type { ObjectRow } from '../screens/object-screen.ts'

export interface RowSelection {
  /** In the order of the list. */
  readonly rows: readonly ObjectRow[]
  has(row: ObjectRow): boolean
  toggle(row: ObjectRow): void
  /** Ticks all of them, or none where all are ticked already. */
  toggleAll(rows: readonly ObjectRow[]): void
  clear(): void
}

const none: ReadonlySet<string> = new Set()

export function useRowSelection(all: readonly ObjectRow[]): RowSelection {
  const [names, setNames] = useState(none)
  const rows = useMemo(() => all.filter(({ name }) => names.has(name)), [all, names])
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
