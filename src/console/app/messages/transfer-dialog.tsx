/** A dialog that moves, copies or deletes messages of a queue. */
import type { TransferAction } from '../../../contract/console/messages.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import { loadObjectRows } from '../screens/load-objects.ts'
import { queueScreen } from '../screens/queue-screen.ts'
import { transferTexts } from './message-texts.ts'

export interface TransferDialogProps {
  manager: string
  queue: string
  action: TransferAction
  messageIds: readonly string[]
  done(): void
  close(): void
}

const maxSuggestions = 50

export function TransferDialog({ manager: qmgr, queue, action, messageIds, done, close }: TransferDialogProps) {
  const { value } = useResource(qmgr, (signal) => loadObjectRows(qmgr, queueScreen, [], signal))
  const needsTarget = action !== 'delete'
  const form = useForm('transfer', { target: '' }, ({ target }) => [
    <p key="explanation">
      {needsTarget
        ? t('All messages are transferred together, or none of them.')
        : t('The messages are deleted for good: all of them, or none.')}
    </p>,
    needsTarget && {
      name: 'target',
      label: t('Target queue'),
      kind: 'name',
      missing: target === '' || target === queue ? t('Enter the name of another queue.') : undefined,
      attributes: { list: 'transfer-queues', maxLength: 48 },
    },
  ])
  const { target } = form.draft
  const names = (value?.rows ?? []).map(({ name }) => name).filter((name) => name !== queue && name.startsWith(target))
  const { verb, title, done: finished } = transferTexts[action]
  const body = { action, messageIds: [...messageIds], ...(needsTarget ? { target } : {}) }
  return (
    <FormDialog
      size="sm"
      danger={!needsTarget}
      form={form}
      title={title(messageIds.length)}
      label={queue}
      action={verb}
      run={() => request('POST /qmgr/:qmgr/queue/:queue/messages/transfer', { qmgr, queue }, { body })}
      done={finished(messageIds.length)}
      about={needsTarget ? target : queue}
      succeeded={done}
      close={close}
    >
      <datalist id="transfer-queues">
        {names.slice(0, maxSuggestions).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormDialog>
  )
}
