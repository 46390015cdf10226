/** A dialog that puts messages of a dead-letter queue back to their queues, and lists those that it could not put back. */
import { useState } from 'react'
import type { ActionProgress } from '../../../../../shared/ui/feedback/action-dialog.tsx'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useNotifications } from '../../../../../shared/ui/feedback/notifications.tsx'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { DeadLetterHeader, PutBackResult } from '../../contract/messages.ts'
import { request } from '../../kit/api/client.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { countMessages, describeTarget } from './message-texts.ts'
import { blockSize, listMessageIds, type TransferDialogProps } from './transfer-dialog.tsx'

export interface PutBackDialogProps extends Omit<TransferDialogProps, 'action' | 'done'> {
  /** The header of the message when there is only one. */
  header: DeadLetterHeader | undefined
  /** Called with the ids of the messages that stayed. */
  done(stayed: readonly string[]): void
}

/** The number of different errors, and of queues, that are listed. */
const maxListed = 5

export default function PutBackDialog(props: PutBackDialogProps) {
  const { manager: qmgr, queue, messageIds, total = 0, header, done, close } = props
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
  const isAll = messageIds.length === 0 && failures.length === 0
  const count = isAll ? total : left.length

  async function run({ report }: ActionProgress) {
    const target = form.draft.target === '' ? undefined : form.draft.target
    const outcome: PutBackOutcome = { tried: 0, stayed: [], queues: new Set() }
    const messages = { qmgr, queue, target, count, ids: isAll ? undefined : left }
    try {
      await putBack(messages, outcome, report)
    } finally {
      const back = outcome.tried - outcome.stayed.length
      const queues = [...outcome.queues].slice(0, maxListed).join(', ')
      if (back > 0) tell('success', t('{messages} put back', { messages: countMessages(back) }), queues)
      setFailures(outcome.stayed)
      done(outcome.stayed.map(({ messageId }) => messageId))
    }
    if (outcome.stayed.length === 0) close()
  }

  return (
    <FormDialog
      stays
      size="sm"
      form={form}
      title={t('Put back {messages}', { messages: countMessages(count) })}
      label={queue}
      action={t('Put back')}
      run={run}
      close={close}
    >
      {failures.length > 0 && (
        <Notice kind="error" title={t('{messages} stayed on the queue', { messages: countMessages(failures.length) })}>
          <ul>
            {[...new Set(failures.map(({ error }) => error.message))].slice(0, maxListed).map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  )
}

interface PutBackOutcome {
  tried: number
  stayed: PutBackResult['failures']
  /** The names of the queues that got messages. */
  queues: Set<string>
}

/** `ids` has the messages; it is undefined for the first `count` messages of the queue. */
type PutBackMessages = Readonly<Record<'qmgr' | 'queue', string>> & {
  target: string | undefined
  count: number
  ids: readonly string[] | undefined
}

/** Puts back block by block. Messages that stay are before those that were not tried yet. */
async function putBack(
  { qmgr, queue, target, count, ids }: PutBackMessages,
  outcome: PutBackOutcome,
  report: ActionProgress['report'],
): Promise<void> {
  while (outcome.tried < count) {
    const { tried, stayed, queues } = outcome
    if (count > blockSize) report(tried, count)
    const messageIds = ids
      ? ids.slice(tried, tried + blockSize)
      : await listMessageIds(qmgr, queue, stayed.length, count - tried)
    if (messageIds.length === 0) return
    const body = { messageIds, target }
    const result = await request('POST /qmgr/:qmgr/queue/:queue/messages/put-back', { qmgr, queue }, { body })
    outcome.tried += messageIds.length
    stayed.push(...result.failures)
    for (const name of result.queues) queues.add(name)
  }
}
