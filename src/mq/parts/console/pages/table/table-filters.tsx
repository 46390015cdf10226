/** Filters a list by type, and shows or hides system objects. */
import { Checkbox, Popover, PopoverContent } from '@carbon/react'
import { Filter } from '@carbon/react/icons'
import { type ReactNode, useState } from 'react'
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
