/** The open dialog of the messages of a queue: one message, a new one, or what is done with several. */
import type { DeadLetterHeader, TransferAction } from '../../../contract/console/messages.ts'
import { ConfirmDialog } from '../../../ui/feedback/action-dialog.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import { runCommand } from '../api/mqsc.ts'
import { loadObjectRows } from '../screens/load-objects.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { queueScreen } from '../screens/queue-screen.ts'
import { mayChange } from '../session/rights.ts'
import { useSession } from '../session/session.tsx'
import { MessageDialog } from './message-dialog.tsx'
import type { MessageDraft } from './message-draft.ts'
import { transferTexts } from './message-texts.ts'
import { PutBackDialog } from './put-back-dialog.tsx'
import { PutDialog } from './put-dialog.tsx'

export type OpenMessagesDialog =
  | { to: 'message'; messageId: string }
  | { to: 'put'; draft?: MessageDraft; queue?: string }
  | { to: 'putBack'; messageIds: readonly string[]; header: DeadLetterHeader | undefined }
  | { to: 'clear' | TransferAction }

export interface MessagesDialogProps {
  manager: string
  row: ObjectRow
  dialog: OpenMessagesDialog
  selected: ReadonlySet<string>
  change(dialog: OpenMessagesDialog | undefined): void
  reload(): void
  /** Shows the first page again, after messages have gone. */
  restart(): void
  keepSelected(ids: readonly string[]): void
}

export function MessagesDialog(props: MessagesDialogProps) {
  const { manager, row, dialog, selected, change, reload, restart, keepSelected } = props
  const { rights } = useSession()
  const shared = { manager, queue: row.name, close: () => change(undefined) }

  switch (dialog.to) {
    case 'message': {
      const { messageId } = dialog
      return (
        <MessageDialog
          {...shared}
          messageId={messageId}
          changed={reload}
          putBack={
            mayChange(rights, row, 'GET')
              ? (header) => change({ to: 'putBack', messageIds: [messageId], header })
              : undefined
          }
          edit={mayChange(rights, row, 'PUT') ? (draft, queue) => change({ to: 'put', draft, queue }) : undefined}
        />
      )
    }
    case 'put':
      return <PutDialog {...shared} queue={dialog.queue ?? row.name} initial={dialog.draft} done={reload} />
    case 'putBack':
      return (
        <PutBackDialog
          {...shared}
          messageIds={dialog.messageIds}
          header={dialog.header}
          done={(stayed) => {
            keepSelected(stayed)
            reload()
          }}
        />
      )
    case 'clear':
      return (
        <ConfirmDialog
          title={t('Clear {queue}', { queue: row.name })}
          action={t('Clear')}
          text={t('Every message on the queue is deleted for good.')}
          run={() => runCommand(manager, { command: 'clear', qualifier: 'qlocal', name: row.name })}
          done={t('Queue cleared')}
          about={row.name}
          succeeded={restart}
          close={shared.close}
        />
      )
    default:
      return <TransferDialog {...shared} action={dialog.to} messageIds={[...selected]} done={restart} />
  }
}

interface TransferDialogProps {
  manager: string
  queue: string
  action: TransferAction
  messageIds: readonly string[]
  done(): void
  close(): void
}

const maxSuggestions = 50

function TransferDialog({ manager: qmgr, queue, action, messageIds, done, close }: TransferDialogProps) {
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
