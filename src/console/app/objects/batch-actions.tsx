/** Actions on the selected rows: the batch toolbar and its confirmation dialog. */
import { TableBatchAction, TableBatchActions } from '@carbon/react'
import { Erase, Play, Renew, StopFilledAlt, TrashCan } from '@carbon/react/icons'
import { type ReactNode, useState } from 'react'
import { t } from '../../../ui/text/t.ts'
import { isProtectedObject, type ObjectAction, type ObjectRow, type ObjectScreen } from '../screens/object-screen.ts'
import { mayChange } from '../session/rights.ts'
import { useSession } from '../session/session.tsx'
import type { RowSelection } from '../table/use-row-selection.ts'
import { BatchDialog } from './batch-dialog.tsx'

export type BatchActions = { bar(selection: RowSelection): ReactNode; dialog: ReactNode }

const icons: Readonly<Record<string, typeof Play>> = { start: Play, stop: StopFilledAlt, clear: Erase }

type Asked = { action: ObjectAction | 'delete'; rows: readonly ObjectRow[] }

export function useBatchActions(manager: string, screen: ObjectScreen, changed: () => void): BatchActions {
  const { rights } = useSession()
  const [asked, setAsked] = useState<Asked>()

  function bar(selection: RowSelection) {
    const { rows } = selection
    const deletable = rows.filter((row) => !isProtectedObject(row.name) && mayChange(rights, row, 'DLT'))
    const offered = screen.actions
      .map((action) => ({
        action,
        rows: rows.filter((row) => action.applies(row) && mayChange(rights, row, action.authority)),
      }))
      .filter((each) => each.rows.length > 0)
    return (
      <TableBatchActions
        totalSelected={rows.length}
        shouldShowBatchActions={rows.length > 0}
        onCancel={selection.clear}
        translateWithId={(id) =>
          id === 'carbon.table.batch.cancel'
            ? t('Cancel')
            : t('{count, plural, one {# item} other {# items}} selected', { count: rows.length })
        }
      >
        {offered.map((each) => (
          <TableBatchAction
            key={each.action.id}
            tabIndex={rows.length > 0 ? 0 : -1}
            renderIcon={icons[each.action.id] ?? Renew}
            onClick={() => setAsked(each)}
          >
            {each.action.title}
          </TableBatchAction>
        ))}
        {deletable.length > 0 && (
          <TableBatchAction
            tabIndex={rows.length > 0 ? 0 : -1}
            renderIcon={TrashCan}
            onClick={() => setAsked({ action: 'delete', rows: deletable })}
          >
            {t('Delete')}
          </TableBatchAction>
        )}
      </TableBatchActions>
    )
  }

  return {
    bar,
    dialog: asked && <BatchDialog {...{ manager, screen, ...asked, changed }} close={() => setAsked(undefined)} />,
  }
}
