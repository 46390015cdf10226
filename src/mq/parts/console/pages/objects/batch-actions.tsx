/** Actions on the selected rows of a list of objects. */
import { Erase, Play, Renew, StopFilledAlt, TrashCan } from '@carbon/react/icons'
import type { ReactNode } from 'react'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { mayChange } from '../../kit/session/rights.ts'
import { useSession } from '../../kit/session/session.tsx'
import { isProtectedObject, type ObjectAction, type ObjectRow, type ObjectScreen } from '../screens/object-screen.ts'
import type { BatchBarAction } from '../table/batch-bar.tsx'

const BatchDialog = lazyPart(() => import('./batch-dialog.tsx'))

export type BatchActions = { list(rows: readonly ObjectRow[]): readonly BatchBarAction[]; dialog: ReactNode }

const icons: Readonly<Record<string, typeof Play>> = { start: Play, stop: StopFilledAlt, clear: Erase }

export function useBatchActions(manager: string, screen: ObjectScreen, changed: () => void): BatchActions {
  const { rights } = useSession()
  const { dialog, show } = useDialog()
  const ask = (action: ObjectAction | 'delete', rows: readonly ObjectRow[]) =>
    show((close) => (
      <BatchDialog manager={manager} screen={screen} action={action} rows={rows} changed={changed} close={close} />
    ))

  function list(rows: readonly ObjectRow[]) {
    const deletable = rows.filter((row) => !isProtectedObject(row.name) && mayChange(rights, row, 'DLT'))
    const offered = screen.actions.flatMap((action): readonly BatchBarAction[] => {
      const some = rows.filter((row) => action.applies(row) && mayChange(rights, row, action.authority))
      return some.length > 0 ? [[action.title, icons[action.id] ?? Renew, () => ask(action, some)]] : []
    })
    const last: readonly BatchBarAction[] =
      deletable.length > 0 ? [[t('Delete'), TrashCan, () => ask('delete', deletable)]] : []
    return [...offered, ...last]
  }

  return { list, dialog }
}
