/** The bar that covers the tools of a list while rows are selected: their number, the actions on them, and Cancel. */
import { TableBatchAction, TableBatchActions } from '@carbon/react'
import type { CarbonIconType } from '@carbon/react/icons'
import { t } from '../../../../../shared/ui/text/t.ts'

export type BatchBarAction = readonly [title: string, icon: CarbonIconType, run: () => void]

interface BatchBarProps {
  /** The number of selected rows. */
  count: number
  actions: readonly BatchBarAction[]
  clear(): void
}

export function BatchBar({ count, actions, clear }: BatchBarProps) {
  return (
    <TableBatchActions
      totalSelected={count}
      shouldShowBatchActions={count > 0}
      onCancel={clear}
      translateWithId={(id) =>
        id === 'carbon.table.batch.cancel'
          ? t('Cancel')
          : t('{count, plural, one {# item} other {# items}} selected', { count })
      }
    >
      {actions.map(([title, icon, run]) => (
        <TableBatchAction key={title} tabIndex={count > 0 ? 0 : -1} renderIcon={icon} onClick={run}>
          {title}
        </TableBatchAction>
      ))}
    </TableBatchActions>
  )
}
