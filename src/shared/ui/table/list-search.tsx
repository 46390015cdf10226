/** The search of a list. Each word must be in the text of a row. */
import { TableToolbarSearch } from '@carbon/react'
import { Children, isValidElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../text/t.ts'
import type { Column } from './list-table.tsx'

/** Returns the rows that have every word of a search in what their columns show. */
export function findRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], search: string): readonly Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = columns
      .map(([, render]) => readText(render(row)))
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Returns the text between the tags of an element. The text of a component is that of its children. */
function readText(node: ReactNode): string {
  return Children.toArray(node)
    .map((each) => (isValidElement<{ children?: ReactNode }>(each) ? readText(each.props.children) : String(each)))
    .join(' ')
}

export interface ListSearchProps {
  value: string
  label: string
  placeholder?: string | undefined
  change(search: string): void
}

/** The pause after which the rows follow what was typed: letters do not wait for them. */
const pauseMs = 50

export function ListSearch({ value, label, placeholder = label, change }: ListSearchProps) {
  /** What was typed and is not shown yet. */
  const [typed, setTyped] = useState<string>()
  const latest = useRef(change)
  latest.current = change

  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => {
      latest.current(typed)
      setTyped(undefined)
    }, pauseMs)
    return () => clearTimeout(timer) // another page has another search
  }, [typed])

  return (
    <TableToolbarSearch
      persistent
      value={typed ?? value}
      labelText={label}
      placeholder={placeholder}
      closeButtonLabelText={t('Clear search input')}
      onChange={(event) => setTyped(event ? event.target.value : '')}
    />
  )
}
