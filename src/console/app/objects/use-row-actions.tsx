/** Actions on the rows of a list: done at once, or asked for first where there is something to lose. */
import { type ReactNode, useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { run } from '../api/mqsc.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Action, ObjectScreen, Row } from './screen.ts'

export interface RowActions {
  choose(row: Row, action: Action | 'delete'): void
  /** The dialog that is open; it outlives the row in the list. */
  dialog: ReactNode
}

export function useRowActions(manager: string, screen: ObjectScreen, changed: () => void): RowActions {
  const [asked, setAsked] = useState<{ row: Row; action: Action | 'delete' }>()
  const { busy, run: attempt } = useAction({ tellsProblems: true })
  const close = () => setAsked(undefined)

  async function perform(row: Row, { command, done }: Action) {
    await attempt(() => run(manager, { ...command(row), name: row.name }), done, row.name)
    close()
    changed()
  }

  return {
    choose(row, action) {
      if (action === 'delete' || action.danger) setAsked({ row, action })
      else void perform(row, action)
    },
    dialog: asked && dialogFor(asked.row, asked.action),
  }

  function dialogFor(row: Row, action: Action | 'delete'): ReactNode {
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
