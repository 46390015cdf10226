/** Filters a list by type, and shows or hides system objects. */
import { Checkbox, Popover, PopoverContent, Select, SelectItem } from '@carbon/react'
import { Filter } from '@carbon/react/icons'
import { useState } from 'react'

import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { t } from '../../../ui/text/t.ts'

export interface TableFiltersProps {
  types: readonly { type: string; title: string }[]
  type: string
  showSystem: boolean
  onType(type: string): void
  onShowSystem(show: boolean): void
}

export function TableFilters({ types, type, showSystem, onType, onShowSystem }: TableFiltersProps) {
  const [open, setOpen] = useState(false)

  return (
    <Popover open={open} align="bottom-right" onRequestClose={() => setOpen(false)} isTabTip={false}>
      <ToolbarButton label={t('Filter')} icon={Filter} expanded={open} onClick={() => setOpen(!open)} />
      <PopoverContent>
        {open && (
          <div className="chooser">
            <Checkbox
              id="show-system"
              labelText={t('Show system objects')}
              checked={showSystem}
              onChange={(_, { checked }) => onShowSystem(checked)}
            />
            {types.length > 1 && (
              <Select
                id="type-filter"
                labelText={t('Type')}
                value={type}
                onChange={(event) => onType(event.target.value)}
              >
                <SelectItem value="" text={t('All types')} />
                {types.map((each) => (
                  <SelectItem key={each.type} value={each.type} text={each.title} />
                ))}
              </Select>
            )}
          </div>
        )}
      </PopoverContent>
    </Popover>
  )
}
