/** Actions on single rows of a list. Destructive actions need a confirmation. */
import { type ReactNode, useState } from 'react'

import { useAction } from '../../../ui/feedback/use-action.ts'
import { type ObjectAttributes, runCommand } from '../api/mqsc.ts'
import { PutDialog } from '../messages/put-dialog.tsx'
import type { ObjectAction, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { ActionDialog } from './action-dialog.tsx'
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

  async function perform(
    row: ObjectRow,
    { command, done, title }: ObjectAction,
    chosen: ObjectAttributes = {},
  ) {
    const { parameters, ...what } = command(row)
    const whole = { ...what, name: row.name, parameters: { ...parameters, ...chosen } }
    await attempt(() => runCommand(manager, whole), done, row.name, title)
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
    return (
      <ActionDialog
        {...{ action, busy, close }}
        name={row.name}
        confirm={(chosen) => void perform(row, action, chosen)}
      />
    )
  }
}
