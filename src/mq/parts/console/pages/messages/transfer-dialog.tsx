/** A dialog that moves, copies or deletes messages of a queue. */
import type { ActionProgress } from '../../../../../shared/ui/feedback/action-dialog.tsx'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { TransferAction } from '../../contract/messages.ts'
import { type RequestBody, request } from '../../kit/api/client.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { transferTexts } from './message-texts.ts'

export interface TransferDialogProps {
  manager: string
  queue: string
  action: TransferAction
  /** The selected messages; all messages of the queue when empty. */
  messageIds: readonly string[]
  /** The number of messages on the queue, if it is known. */
  total?: number | undefined
  done(): void
  close(): void
}

/** The number of messages in one unit of work; a list has at most as many. */
export const blockSize = 100

/** Returns the ids of the messages of a queue from an offset on, at most `blockSize`. */
export async function listMessageIds(qmgr: string, queue: string, offset: number, most: number): Promise<string[]> {
  const query = { offset, limit: Math.min(blockSize, most) }
  const { messages } = await request('GET /qmgr/:qmgr/queue/:queue/messages', { qmgr, queue }, { query })
  return messages.map(({ messageId }) => messageId)
}

type Transfer = Omit<RequestBody<'POST /qmgr/:qmgr/queue/:queue/messages/transfer'>, 'messageIds'> & {
  messageIds: readonly string[]
}

export default function TransferDialog(props: TransferDialogProps) {
  const { manager: qmgr, queue, action, messageIds, total = 0, done, close } = props
  const needsTarget = action !== 'delete'
  const isAll = messageIds.length === 0
  const form = useForm('transfer', { target: '' }, ({ target }) => [
    <p key="explanation">
      {isAll
        ? t(
            needsTarget
              ? 'The messages are transferred in blocks of {count}: each block together, or not at all.'
              : 'The messages are deleted for good, in blocks of {count}.',
            { count: blockSize },
          )
        : needsTarget
          ? t('All messages are transferred together, or none of them.')
          : t('The messages are deleted for good: all of them, or none.')}
    </p>,
    needsTarget && {
      name: 'target',
      label: t('Target queue'),
      kind: 'name',
      missing: target === '' || target === queue ? t('Enter the name of another queue.') : undefined,
      attributes: { maxLength: 48 },
      loadNames: async () => (await loadObjectNames(qmgr, 'queue')).filter((name) => name !== queue),
    },
  ])
  const { target } = form.draft
  const { verb, title, done: finished } = transferTexts[action]
  const body = { action, target: needsTarget ? target : undefined }
  const transfer = (from: string, { messageIds: ids, ...how }: Transfer) =>
    request(
      'POST /qmgr/:qmgr/queue/:queue/messages/transfer',
      { qmgr, queue: from },
      { body: { ...how, messageIds: [...ids] } },
    )

  /** Transfers block by block, because a unit of work has a limit. Messages that arrive meanwhile come after these. */
  async function transferAll({ report }: ActionProgress) {
    for (let done = 0; done < total; ) {
      report(done, total)
      const ids = await listMessageIds(qmgr, queue, action === 'copy' ? done : 0, total - done)
      if (ids.length === 0) return
      await transfer(queue, { ...body, messageIds: ids })
      done += ids.length
    }
  }
  return (
    <FormDialog
      size="sm"
      danger={!needsTarget}
      form={form}
      title={title(isAll ? total : messageIds.length)}
      label={queue}
      action={verb}
      run={(progress) => (isAll ? transferAll(progress) : transfer(queue, { ...body, messageIds }))}
      done={finished(isAll ? total : messageIds.length)}
      undo={action === 'move' && !isAll ? () => transfer(target, { action, messageIds, target: queue }) : undefined}
      about={needsTarget ? target : queue}
      succeeded={done}
      close={close}
    />
  )
}
