/** A dialog that deletes an object. It warns if a queue holds messages. */
import { Checkbox } from '@carbon/react'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { runCommand } from '../api/mqsc.ts'
import { loadObjectRow } from '../screens/load-objects.ts'
import type { ObjectRow, ObjectScreen } from '../screens/object-screen.ts'
import { buildDeleteCommand } from './delete-command.ts'

export interface DeleteDialogProps {
  manager: string
  screen: ObjectScreen
  row: ObjectRow
  close(): void
  deleted(): void
}

export function DeleteDialog({ manager, screen, row, close, deleted }: DeleteDialogProps) {
  const [purge, setPurge] = useState(false)
  const [keepAuthority, setKeepAuthority] = useState(false)
  const action = useAction()

  const key = `${manager}/${screen.section}/${row.name}`
  const { value: now, problem } = useResource(key, (signal) => loadObjectRow(manager, screen, row.name, signal))
  const depth = Number(now?.attributes.curdepth ?? 0)

  const errors = useFieldErrors([
    {
      id: 'purge',
      missing: depth === 0 || purge ? undefined : t('The queue can be deleted only together with its messages.'),
    },
  ])

  async function confirm() {
    if (!errors.check()) return
    const removal = buildDeleteCommand(screen, row, { purge: depth > 0, keepAuthority })
    const done = await action.run(() => runCommand(manager, removal), t('Deleted'), row.name)
    if (!done) return
    deleted()
    close()
  }

  return (
    <ConfirmDialog
      title={t('Delete {name}', { name: row.name })}
      action={t('Delete')}
      busy={action.busy || !now}
      problem={action.problem ?? problem}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="dialog__text">{t('The {singular} is deleted for good.', { singular: screen.singular })}</p>
      {depth > 0 && (
        <Checkbox
          id="purge"
          labelText={t(
            'It holds {depth, plural, one {# message. Delete it as well.} other {# messages. Delete them as well.}}',
            { depth },
          )}
          checked={purge}
          {...errors.of('purge')}
          onChange={(_, { checked }) => setPurge(checked)}
        />
      )}
      {screen.authority === 'QUEUE' && (
        <Checkbox
          id="keep-authority"
          labelText={t('Keep its authority records')}
          checked={keepAuthority}
          onChange={(_, { checked }) => setKeepAuthority(checked)}
        />
      )}
    </ConfirmDialog>
  )
}
