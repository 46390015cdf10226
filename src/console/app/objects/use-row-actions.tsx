/** Actions on single rows of a list. Destructive actions need a confirmation. */
import { type ReactNode, useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { runCommand } from '../api/mqsc.ts'
import { PutDialog } from '../messages/put-dialog.tsx'
import type { ObjectAction, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { CreateDialog } from './create-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

/** An action of the screen, or one that every list has: delete, put a message, create an object like this one. */
export type RowAction = ObjectAction | 'delete' | 'put' | 'like'

export interface RowActions {
  choose(row: ObjectRow, action: RowAction): void
  /** The open dialog. It stays open if its row disappears from the list. */
  dialog: ReactNode
}

export function useRowActions(manager: string, screen: ObjectScreen, changed: () => void): RowActions {
  const [asked, setAsked] = useState<{ row: ObjectRow; action: RowAction }>()
  const { busy, run: attempt } = useAction({ notifiesErrors: true })
  const close = () => setAsked(undefined)

  async function perform(row: ObjectRow, { command, done }: ObjectAction) {
    await attempt(() => runCommand(manager, { ...command(row), name: row.name }), done, row.name)
    close()
    changed()
  }

  return {
    choose(row, action) {
      if (typeof action === 'string' || action.danger) setAsked({ row, action })
      else void perform(row, action)
    },
    dialog: asked && dialogFor(asked.row, asked.action),
  }

  function dialogFor(row: ObjectRow, action: RowAction): ReactNode {
    if (action === 'put') return <PutDialog {...{ manager, close }} queue={row.name} done={changed} />
    if (action === 'like')
      return <CreateDialog {...{ manager, screen, close }} like={row} created={changed} />
    if (action === 'delete') return <DeleteDialog {...{ manager, screen, row, close }} deleted={changed} />
    const { title } = action
    return (
      <ConfirmDialog
        title={`${title}: ${row.name}`}
        action={title}
        busy={busy}
        confirm={() => void perform(row, action)}
        close={close}
      />
    )
  }
}
