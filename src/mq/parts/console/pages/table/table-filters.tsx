/** Filters a list by type, and shows or hides system objects. */
import { Checkbox, Popover, PopoverContent } from '@carbon/react'
import { Filter } from '@carbon/react/icons'
import { type ReactNode, useState } from 'react'
import { ToolbarButton, type ToolbarButtonProps } from '../../../../../shared/ui/feedback/action-button.tsx'
import { ChoiceSelect } from '../../../../../shared/ui/forms/choices.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ListStateHandle } from './use-list-state.ts'

type TableFiltersProps = { types: readonly { type: string; title: string }[]; list: ListStateHandle }

export function TableFilters({ types, list: { state, change } }: TableFiltersProps) {
  return (
    <ToolbarPopover label={t('Filter')} icon={Filter}>
      <Checkbox
        id="show-system"
        labelText={t('Show system objects')}
        checked={state.showSystem}
        onChange={(_, { checked }) => change({ showSystem: checked })}
      />
      {types.length > 1 && (
        <ChoiceSelect
          id="type-filter"
          labelText={t('Type')}
          value={state.type}
          choices={[['', t('All types')], ...types.map((each) => [each.type, each.title] as const)]}
          change={(type) => change({ type })}
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
