/** Lets the user choose the columns of a list. */
import { Checkbox, CheckboxGroup, Popover, PopoverContent } from '@carbon/react'
import { Column as ColumnIcon } from '@carbon/react/icons'
import { useState } from 'react'
import { ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { readLocalPreference, saveLocalPreference } from '../../../ui/preferences/local-preferences.ts'
import { t } from '../../../ui/text/t.ts'
import type { ObjectColumn } from '../screens/object-screen.ts'

export interface ColumnChooserProps {
  columns: readonly ObjectColumn[]
  chosen: readonly ObjectColumn[]
  choose(ids: readonly string[]): void
}

export function ColumnChooser({ columns, chosen, choose }: ColumnChooserProps) {
  const [open, setOpen] = useState(false)
  const ids = new Set(chosen.map(({ id }) => id))

  function toggle(id: string, on: boolean) {
    choose(columns.filter((column) => (column.id === id ? on : ids.has(column.id))).map((column) => column.id))
  }

  return (
    <Popover open={open} align="bottom-right" onRequestClose={() => setOpen(false)} isTabTip={false}>
      <ToolbarButton label={t('Columns')} icon={ColumnIcon} expanded={open} onClick={() => setOpen(!open)} />
      <PopoverContent>
        {open && (
          <div className="chooser">
            <CheckboxGroup legendText={t('Columns')}>
              {columns.slice(1).map(({ id, title }) => (
                <Checkbox
                  key={id}
                  id={`column-${id}`}
                  labelText={title}
                  checked={ids.has(id)}
                  onChange={(_, { checked }) => toggle(id, checked)}
                />
              ))}
            </CheckboxGroup>
          </div>
        )}
      </PopoverContent>
    </Popover>
  )
}

/** Returns the columns that the user chose, or the default columns. */
export function useChosenColumns(list: string, columns: readonly ObjectColumn[]) {
  const [ids, setIds] = useState<readonly string[]>(
    () =>
      readLocalPreference<string[]>(`columns:${list}`) ??
      columns.filter(({ optional }) => !optional).map(({ id }) => id),
  )
  const chosen = columns.filter(({ id }, index) => index === 0 || ids.includes(id))

  function choose(next: readonly string[]) {
    saveLocalPreference(`columns:${list}`, next)
    setIds(next)
  }
  return { chosen, choose }
}
