/** Filters a list by type, and shows or hides system objects. */
import { Checkbox, Popover, PopoverContent, TableToolbarSearch } from '@carbon/react'
import { Filter } from '@carbon/react/icons'
import { type ReactNode, startTransition, useRef, useState } from 'react'
import { ToolbarButton, type ToolbarButtonProps } from '../../../../../shared/ui/feedback/action-button.tsx'
import { ChoiceSelect } from '../../../../../shared/ui/forms/choices.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'

export interface TableFiltersProps {
  types: readonly { type: string; title: string }[]
  type: string
  showSystem: boolean
  onType(type: string): void
  onShowSystem(show: boolean): void
}

export function TableFilters({ types, type, showSystem, onType, onShowSystem }: TableFiltersProps) {
  return (
    <ToolbarPopover label={t('Filter')} icon={Filter}>
      <Checkbox
        id="show-system"
        labelText={t('Show system objects')}
        checked={showSystem}
        onChange={(_, { checked }) => onShowSystem(checked)}
      />
      {types.length > 1 && (
        <ChoiceSelect
          id="type-filter"
          labelText={t('Type')}
          value={type}
          choices={[['', t('All types')], ...types.map((each) => [each.type, each.title] as const)]}
          change={onType}
        />
      )}
    </ToolbarPopover>
  )
}

/** A button of the toolbar that opens a popover. */
export function ToolbarPopover({
  children,
  ...button
}: Pick<ToolbarButtonProps, 'label' | 'icon'> & { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} align="bottom-right" onRequestClose={() => setOpen(false)} isTabTip={false}>
      <ToolbarButton {...button} expanded={open} onClick={() => setOpen(!open)} />
      <PopoverContent>{open && <div className="chooser">{children}</div>}</PopoverContent>
    </Popover>
  )
}

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
