/** A dialog that confirms an action on the selected objects of a list, and shows its progress. */
import { Checkbox } from '@carbon/react'
import { useRef, useState } from 'react'
import { type ActionProgress, ConfirmDialog } from '../../../../../shared/ui/feedback/action-dialog.tsx'
import type { Undo } from '../../../../../shared/ui/feedback/notifications.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { runCommand } from '../../kit/api/mqsc.ts'
import type { ObjectAction, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { buildDeleteCommand } from './delete-dialog.tsx'
import { prepareRestore } from './restore-objects.ts'

export interface BatchDialogProps {
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

export default function BatchDialog({ manager, screen, rows, action, close, changed }: BatchDialogProps) {
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
