/** A dialog that shows one message without removing it from the queue: body, descriptor, properties. */
import { Button } from '@carbon/react'
import { useMemo } from 'react'
import type { DeadLetterHeader, MessageDetails } from '../../../contract/console/messages.ts'
import { fillPath } from '../../../ui/api/resource-client.ts'
import { decodeBase64 } from '../../../ui/body/body-formats.ts'
import { BodyView } from '../../../ui/body/body-view.tsx'
import { ConfirmDialog } from '../../../ui/feedback/action-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useDialog } from '../../../ui/feedback/use-dialog.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import type { DescriptionListProps } from '../../../ui/shell/description-list.tsx'
import { type DescriptionItem, DescriptionList } from '../../../ui/shell/description-list.tsx'
import { Group } from '../../../ui/shell/group.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { request, resourceUrl } from '../api/client.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { mayChange } from '../session/rights.ts'
import { useSession } from '../session/session.tsx'
import type { MessageDraft } from './message-draft.ts'
import { describeReason, describeTarget, findReasonAdvice } from './message-texts.ts'
import { PutBackDialog } from './put-back-dialog.tsx'
import { PutDialog } from './put-dialog.tsx'

export interface MessageDialogProps {
  manager: string
  row: ObjectRow
  messageId: string
  changed(): void
  /** Called with the id of the message when it was not put back. */
  putBack(stayed: readonly string[]): void
  close(): void
}

export function MessageDialog({ manager, row, messageId, changed, putBack, close }: MessageDialogProps) {
  const { rights } = useSession()
  const { dialog, show } = useDialog()
  const queue = row.name
  const params = { qmgr: manager, queue, messageId }
  const message = useResource(JSON.stringify(params), (signal) =>
    request('GET /qmgr/:qmgr/queue/:queue/messages/:messageId', params, { signal }),
  )
  const { value } = message
  const header = value?.deadLetter
  const [, bodyPath] = fillPath('GET /qmgr/:qmgr/queue/:queue/messages/:messageId/body', params)

  if (dialog) return dialog
  const askToDelete = (back: () => void) => (
    <ConfirmDialog
      title={t('Delete the message')}
      action={t('Delete')}
      text={t('The message is removed from {queue}. You cannot undo this.', { queue })}
      run={async () => {
        await request('DELETE /qmgr/:qmgr/queue/:queue/messages/:messageId', params, {})
        changed()
        close()
      }}
      done={t('Message deleted')}
      about={messageId}
      close={back}
    />
  )
  const putAgain = (of: MessageDetails) => {
    const shared = { manager, queue: header?.queue ?? queue, done: changed, close }
    show(() => <PutDialog {...shared} initial={buildDraft(of)} />)
  }
  const askToPutBack = () => (
    <PutBackDialog
      manager={manager}
      queue={queue}
      header={header}
      close={close}
      messageIds={[messageId]}
      done={putBack}
    />
  )
  const buttons = (
    <>
      {rights.change && value && (
        <Button kind="ghost" onClick={() => show(askToDelete)}>
          {t('Delete')}
        </Button>
      )}
      {header && mayChange(rights, row, 'GET') && (
        <Button kind="ghost" onClick={() => show(askToPutBack)}>
          {t('Put back')}
        </Button>
      )}
      {value && isEditable(value) && mayChange(rights, row, 'PUT') && (
        <Button kind="ghost" onClick={() => putAgain(value)}>
          {t('Edit and put again')}
        </Button>
      )}
      <Button kind="ghost" as="a" href={resourceUrl(bodyPath)} download={`message-${messageId}`}>
        {t('Download')}
      </Button>
    </>
  )
  return (
    <Dialog
      size="lg"
      title={t('Message')}
      label={queue}
      cancel={t('Close')}
      focus=".dialog__body"
      close={close}
      buttons={buttons}
    >
      <Loaded resource={message}>{(loaded) => <MessageView message={loaded} />}</Loaded>
    </Dialog>
  )
}

function MessageView({ message }: { message: MessageDetails }) {
  const { deadLetter, truncated, properties } = message
  const bytes = useMemo(() => readBody(message), [message])
  return (
    <>
      {deadLetter && <DeadLetter header={deadLetter} />}
      <BodyView bytes={bytes} />
      {truncated && <p>{t('The body goes on. Download the message to see all of it.')}</p>}
      <Facts title={t('Descriptor')} facts={buildDescriptor(message)} />
      {properties.length > 0 && (
        <Facts
          title={t('Properties')}
          facts={properties.map(({ name, type, value }) => [`${name} (${type})`, value])}
        />
      )}
    </>
  )
}

/** A form can show a whole text only. */
function isEditable({ format, truncated, body, deadLetter }: MessageDetails): boolean {
  return (deadLetter?.format ?? format) === 'MQSTR' && !truncated && body.length < 1_000_000
}

function buildDraft(message: MessageDetails): MessageDraft {
  const { persistence, priority, correlationId = '', replyTo = '', properties } = message
  const text = new TextDecoder().decode(readBody(message))
  return { text, persistence, correlationId, replyTo, properties, priority: String(priority), expiry: '' }
}

/** Returns the bytes after a dead-letter header. */
function readBody({ body, deadLetter }: MessageDetails): Uint8Array {
  return decodeBase64(body).subarray(deadLetter?.length ?? 0)
}

function DeadLetter({ header }: { header: DeadLetterHeader }) {
  return (
    <Notice kind="warning" title={describeReason(header)} role="none">
      {findReasonAdvice(header)} {describeTarget(header)}
    </Notice>
  )
}

function Facts({ title, facts }: { title: string } & Pick<DescriptionListProps, 'facts'>) {
  return (
    <Group title={title} level={3}>
      <DescriptionList inColumns facts={facts} />
    </Group>
  )
}

function buildDescriptor(message: MessageDetails): DescriptionListProps['facts'] {
  const { expiry, group, publication } = message
  return [
    [t('Message id'), message.messageId],
    [t('Correlation id'), message.correlationId ?? t('none')],
    [t('Put at'), formatDateTime(message.putAt)],
    [t('Put by'), message.userId],
    [t('Application'), message.applicationName],
    [t('Length'), t('{length} bytes', { length: message.length })],
    [t('Format'), message.format || t('none')],
    [t('Character set'), String(message.ccsid)],
    [t('Persistence'), message.persistence === 'persistent' ? t('persistent') : t('not persistent')],
    [t('Priority'), String(message.priority)],
    [t('Expiry'), expiry === undefined ? t('unlimited') : t('in {seconds} s', { seconds: expiry / 1000 })],
    [t('Reply to'), message.replyTo ?? t('none')],
    [t('Backout count'), String(message.backoutCount)],
    ...(group ? describeGroup(group) : []),
    publication && [t('Topic string'), publication.topicString],
  ]
}

function describeGroup({ id, sequence, isLast }: NonNullable<MessageDetails['group']>): readonly DescriptionItem[] {
  return [
    [t('Group id'), id],
    [t('Sequence number in the group'), isLast ? t('{sequence}, the last message', { sequence }) : String(sequence)],
  ]
}
