/** The bar that covers the tools of a list while rows are selected: their number, the actions on them, and Cancel. */
import { TableBatchAction, TableBatchActions } from '@carbon/react'
import { type CarbonIconType, CheckmarkOutline } from '@carbon/react/icons'
import { t } from '../../../../../shared/ui/text/t.ts'

export type BatchBarAction = readonly [title: string, icon: CarbonIconType, run: () => void]

export interface BatchBarProps {
  /** The number of selected rows. */
  count: number
  /** The number of rows on all pages. */
  total: number
  actions: readonly BatchBarAction[]
  /** Selects the rows of all pages. */
  selectAll(): void
  clear(): void
}

export function BatchBar({ count, total, actions, selectAll, clear }: BatchBarProps) {
  const offered: readonly BatchBarAction[] =
    count < total ? [[t('Select all {total}', { total }), CheckmarkOutline, selectAll], ...actions] : actions
  return (
    <TableBatchActions
      totalSelected={count}
      shouldShowBatchActions={count > 0}
      onCancel={clear}
      translateWithId={(id) =>
        id === 'carbon.table.batch.cancel'
          ? t('Cancel')
          : count === total && count > 1
            ? t('All {count} selected', { count })
            : t('{count, plural, one {# item} other {# items}} selected', { count })
      }
    >
      {offered.map(([title, icon, run]) => (
        <TableBatchAction key={title} tabIndex={count > 0 ? 0 : -1} renderIcon={icon} onClick={run}>
          {title}
        </TableBatchAction>
      ))}
    </TableBatchActions>
  )
}
