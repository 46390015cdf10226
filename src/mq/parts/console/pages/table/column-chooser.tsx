/** Lets the user choose the columns of a list. */
import { Checkbox, CheckboxGroup } from '@carbon/react'
import { Column as ColumnIcon } from '@carbon/react/icons'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { useLayout } from '../layout/layout-provider.tsx'
import type { ObjectColumn } from '../screens/object-screen.ts'
import { ToolbarPopover } from './table-filters.tsx'

export interface ColumnChooserProps {
  columns: readonly ObjectColumn[]
  chosen: readonly ObjectColumn[]
  choose(ids: readonly string[]): void
}

export function ColumnChooser({ columns, chosen, choose }: ColumnChooserProps) {
  const ids = new Set(chosen.map(({ id }) => id))

  function toggle(id: string, on: boolean) {
    choose(columns.filter((column) => (column.id === id ? on : ids.has(column.id))).map((column) => column.id))
  }

  return (
    <ToolbarPopover label={t('Columns')} icon={ColumnIcon}>
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
    </ToolbarPopover>
  )
}

/**
 * Returns the columns that the user chose, or the default columns. The server keeps the choice of a user; the browser
 * keeps it as well, so that a list loads the right columns before the layout has come.
 */
export function useChosenColumns(list: string, columns: readonly ObjectColumn[]) {
  const { layout, change } = useLayout()
  const standard = columns.filter(({ optional }) => !optional).map(({ id }) => id)
  const [known, keep] = useLocalPreference<readonly string[]>(`columns:${list}`, standard)
  const ids = layout?.lists?.find((each) => each.list === list)?.columns ?? known
  return {
    chosen: columns.filter(({ id }, index) => index === 0 || ids.includes(id)),
    choose(next: readonly string[]) {
      keep(next)
      change((before) => {
        const others = before.lists?.filter((each) => each.list !== list) ?? []
        return { ...before, lists: [...others, { list, columns: [...next] }] }
      })
    },
  }
}
