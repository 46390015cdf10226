/** Actions on single rows of a list. Destructive actions need a confirmation. */
import type { ReactNode } from 'react'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'
import type { ObjectAction, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { CreateDialog } from './create-button.tsx'
import { RowMenu } from './row-menu.tsx'

const ActionDialog = lazyPart(() => import('./action-dialog.tsx'))
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'))
const PutDialog = lazyPart(() => import('../messages/put-dialog.tsx'))

/** An action of the screen, or one that every list has: delete, put a message, create an object like this one. */
export type RowAction = ObjectAction | 'delete' | 'put' | 'like'

export function useRowActions(manager: string, screen: ObjectScreen, changed: () => void) {
  const { dialog, show } = useDialog()
  const { run: attempt } = useAction({ notifiesErrors: true })

  async function perform(row: ObjectRow, { command, done, title }: ObjectAction, chosen: ObjectAttributes = {}) {
    const { parameters, ...what } = command(row)
    const whole = { ...what, name: row.name, parameters: { ...parameters, ...chosen } }
    await attempt(() => runCommand(manager, whole), done, row.name, title)
    changed()
  }

  function renderDialog(row: ObjectRow, action: RowAction, close: () => void): ReactNode {
    const shared = { manager, screen, close }
    if (action === 'put') return <PutDialog manager={manager} close={close} queue={row.name} done={changed} />
    if (action === 'like') return <CreateDialog {...shared} like={row} created={changed} />
    if (action === 'delete') return <DeleteDialog {...shared} row={row} deleted={changed} />
    return (
      <ActionDialog action={action} close={close} name={row.name} confirm={(chosen) => perform(row, action, chosen)} />
    )
  }

  function choose(row: ObjectRow, action: RowAction) {
    if (typeof action === 'string' || action.danger) show((close) => renderDialog(row, action, close))
    else void perform(row, action)
  }

  const menu = { manager, screen }
  return {
    choose,
    /** Renders the menu of a row; `mayCreate` says whether the user may create objects of this kind. */
    renderMenu: (row: ObjectRow, mayCreate: boolean) => (
      <RowMenu {...menu} row={row} mayCreate={mayCreate} choose={(action) => choose(row, action)} />
    ),
    /** The open dialog. It stays open if its row disappears from the list. */
    dialog,
  }
}
