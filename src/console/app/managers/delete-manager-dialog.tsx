/** A dialog that deletes a queue manager after the user has typed its name. */
import { TextInput } from '@carbon/react'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'

export interface DeleteManagerDialogProps {
  name: string
  remove(): Promise<void>
  deleted(): void
  close(): void
}

export function DeleteManagerDialog({ name, remove, deleted, close }: DeleteManagerDialogProps) {
  const [typed, setTyped] = useState('')
  const action = useAction()
  const errors = useFieldErrors([
    {
      id: 'confirm-name',
      missing: typed === name ? undefined : t('Type {name} to confirm the deletion.', { name }),
    },
  ])

  async function confirm() {
    if (!errors.check()) return
    if (!(await action.run(remove, t('Queue manager deleted'), name))) return
    deleted()
    close()
  }

  return (
    <ConfirmDialog
      title={t('Delete {name}', { name })}
      action={t('Delete')}
      busy={action.busy}
      problem={action.problem}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="dialog__text">
        {t('The queue manager is deleted for good, with its queues and every message on them.')}
      </p>
      <TextInput
        id="confirm-name"
        labelText={t('Type {name} to confirm', { name })}
        value={typed}
        {...errors.of('confirm-name')}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  )
}
