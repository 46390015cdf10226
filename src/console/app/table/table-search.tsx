/**
 * The search field of a list. A keystroke renders the field alone and at once; the rows follow in a transition, which
 * the next keystroke interrupts.
 */
import { TableToolbarSearch } from '@carbon/react'
import { startTransition, useRef, useState } from 'react'

import { t } from '../../../ui/text/t.ts'

export interface TableSearchProps {
  /** The search of the rows that are shown. */
  value: string
  plural: string
  change(search: string): void
}

export function TableSearch({ value, plural, change }: TableSearchProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  /** What was typed and is not shown yet: these values come back and are older than the field. */
  const pending = useRef<string[]>([])

  if (value !== shown) {
    setShown(value)
    const index = pending.current.indexOf(value)
    pending.current = pending.current.slice(index + 1)
    if (index < 0) setTyped(value) // the Back button, or the button that clears the search
  }

  function type(search: string) {
    setTyped(search)
    pending.current.push(search)
    startTransition(() => change(search))
  }

  return (
    <TableToolbarSearch
      persistent
      value={typed}
      labelText={t('Search {plural}', { plural })}
      placeholder={t('Search, or a name with * such as APP.*')}
      closeButtonLabelText={t('Clear search input')}
      onChange={(event) => type(event ? event.target.value : '')}
    />
  )
}
