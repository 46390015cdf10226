/** Actions on the selected rows: the batch toolbar and its confirmation dialog. */
import { Checkbox } from '@carbon/react'
import { Erase, Play, Renew, StopFilledAlt, TrashCan } from '@carbon/react/icons'
import { type ReactNode, useRef, useState } from 'react'
import { type ActionProgress, ConfirmDialog } from '../../../../../shared/ui/feedback/action-dialog.tsx'
import type { Undo } from '../../../../../shared/ui/feedback/notifications.tsx'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { runCommand } from '../../kit/api/mqsc.ts'
import { mayChange } from '../../kit/session/rights.ts'
import { useSession } from '../../kit/session/session.tsx'
import { isProtectedObject, type ObjectAction, type ObjectRow, type ObjectScreen } from '../screens/object-screen.ts'
import type { BatchBarAction } from '../table/batch-bar.tsx'
import { buildDeleteCommand } from './delete-dialog.tsx'
import { prepareRestore } from './restore-objects.ts'

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

interface BatchDialogProps {
  manager: string
  screen: ObjectScreen
  /** The objects that the action applies to. */
  rows: readonly ObjectRow[]
  action: ObjectAction | 'delete'
  close(): void
  changed(): void
}

/** The number of names or failures that are listed; the rest is shown as a count. */
const maxShown = 5

function BatchDialog({ manager, screen, rows, action, close, changed }: BatchDialogProps) {
  const [purge, setPurge] = useState(false)
  const restore = useRef<Undo>(undefined)
  const title = action === 'delete' ? t('Delete') : action.title
  const { singular, plural } = screen
  const count = t('{count, plural, one {# {singular}} other {# {plural}}}', { count: rows.length, singular, plural })

  function commandFor(row: ObjectRow) {
    return action === 'delete' ? buildDeleteCommand(screen, row, { purge }) : { ...action.command(row), name: row.name }
  }

  return (
    <ConfirmDialog
      title={t('{action} {count}', { action: title, count })}
      action={title}
      text={renderFirst(rows.map(({ name }) => name))}
      run={async (progress) => {
        const names = rows.map(({ name }) => name)
        restore.current = action === 'delete' && !purge ? await prepareRestore(manager, screen, names) : undefined
        await performAll(rows, (row) => runCommand(manager, commandFor(row)), progress).finally(changed)
      }}
      undo={action === 'delete' && !purge ? () => (restore.current?.() ?? Promise.resolve()).then(changed) : undefined}
      done={action === 'delete' ? t('Deleted') : action.done}
      about={count}
      close={close}
    >
      {action === 'delete' && screen.kind === 'queue' && (
        <Checkbox
          id="purge-all"
          labelText={t('Delete queues that hold messages, and the messages with them')}
          checked={purge}
          onChange={(_, { checked }) => setPurge(checked)}
        />
      )}
    </ConfirmDialog>
  )
}

/** Runs the action on every row. Throws an `Error` that lists the failures by name. */
async function performAll(
  rows: readonly ObjectRow[],
  perform: (row: ObjectRow) => Promise<void>,
  { report }: ActionProgress,
): Promise<void> {
  const refusals: string[] = []
  for (const [index, row] of rows.entries()) {
    if (rows.length > 1) report(index, rows.length)
    await perform(row).catch((error: Error) => refusals.push(`${row.name}: ${error.message}`))
  }
  if (refusals.length > 0) throw new Error(renderFirst(refusals))
}

function renderFirst(texts: readonly string[]): string {
  const rest = texts.length - maxShown
  return [...texts.slice(0, maxShown), ...(rest > 0 ? [t('and {rest} more', { rest })] : [])].join(', ')
}
