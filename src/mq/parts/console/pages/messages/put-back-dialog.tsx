/** A dialog that puts messages of a dead-letter queue back to their queues, and lists those that it could not put back. */
import { useState } from 'react'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useNotifications } from '../../../../../shared/ui/feedback/notifications.tsx'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { DeadLetterHeader, PutBackResult } from '../../contract/messages.ts'
import { request } from '../../kit/api/client.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { countMessages, describeTarget } from './message-texts.ts'

export interface PutBackDialogProps {
  manager: string
  queue: string
  messageIds: readonly string[]
  /** The header of the message when there is only one. */
  header: DeadLetterHeader | undefined
  /** Called with the ids of the messages that stayed. */
  done(stayed: readonly string[]): void
  close(): void
}

export function PutBackDialog({ manager: qmgr, queue, messageIds, header, done, close }: PutBackDialogProps) {
  const [failures, setFailures] = useState<PutBackResult['failures']>([])
  const tell = useNotifications()
  const left = failures.length > 0 ? failures.map(({ messageId }) => messageId) : [...messageIds]
  const explanation = t(
    'Each message loses its dead-letter header and goes back to its queue, with its ids, reply data and properties.',
  )
  const form = useForm('put-back', { target: '' }, () => [
    <p key="explanation">{explanation}</p>,
    {
      name: 'target',
      label: t('Another target queue (optional)'),
      kind: 'name',
      help: header
        ? t('The header names {target}.', { target: describeTarget(header) })
        : t('Empty: each message goes to the queue in its own header.'),
      attributes: { maxLength: 48 },
      loadNames: () => loadObjectNames(qmgr, 'queue'),
    },
  ])

  async function putBack() {
    const { target } = form.draft
    const body = { messageIds: left, target: target !== '' ? target : undefined }
    const result = await request('POST /qmgr/:qmgr/queue/:queue/messages/put-back', { qmgr, queue }, { body })
    if (result.messages > 0)
      tell('success', t('{messages} put back', { messages: countMessages(result.messages) }), queue)
    setFailures(result.failures)
    done(result.failures.map(({ messageId }) => messageId))
    if (result.failures.length === 0) close()
  }

  return (
    <FormDialog
      stays
      size="sm"
      form={form}
      title={t('Put back {messages}', { messages: countMessages(left.length) })}
      label={queue}
      action={t('Put back')}
      run={putBack}
      close={close}
    >
      {failures.length > 0 && (
        <Notice kind="error" title={t('{messages} stayed on the queue', { messages: countMessages(failures.length) })}>
          <ul>
            {failures.map(({ messageId, error }) => (
              <li key={messageId}>{error.message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  )
}
