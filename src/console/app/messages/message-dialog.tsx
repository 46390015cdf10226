/** A dialog that shows one message without removing it from the queue: body, descriptor, properties. */
import { Button } from '@carbon/react'
import { useMemo, useState } from 'react'
import { decodeBase64 } from '../../../ui/body/body-formats.ts'
import { BodyView } from '../../../ui/body/body-view.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import {
  buildMessageBodyUrl,
  type DeadLetterHeader,
  deleteMessage,
  loadMessage,
  type MessageDetails,
} from '../api/messages.ts'
import { useSession } from '../session/session.tsx'
import { describeReason, describeTarget, findReasonAdvice, transferTexts } from '../wording/transfer-texts.ts'
import type { MessageDraft } from './message-form.tsx'

export interface MessageDialogProps {
  manager: string
  queue: string
  messageId: string
  changed(): void
  close(): void
  /**
   * Opens the form to put a message on a queue, filled with this one: for a dead letter, on the queue of its header.
   * Undefined when the user may not put.
   */
  edit?: ((draft: MessageDraft, queue: string) => void) | undefined
  /** Opens the dialog that puts the message back; undefined when the user may not get it. */
  putBack?: ((header: DeadLetterHeader) => void) | undefined
}

export function MessageDialog(props: MessageDialogProps) {
  const { manager, queue, messageId, changed, close, edit, putBack } = props
  const { rights } = useSession()
  const [deleting, setDeleting] = useState(false)
  const removal = useAction()
  const key = `${manager}/${queue}/${messageId}`
  const { value, problem } = useResource(key, (signal) => loadMessage(manager, queue, messageId, signal))

  async function remove() {
    if (!(await removal.run(() => deleteMessage(manager, queue, messageId), t('Message deleted'), messageId))) return
    changed()
    close()
  }

  if (deleting) {
    return (
      <ConfirmDialog
        title={t('Delete the message')}
        action={t('Delete')}
        busy={removal.busy}
        problem={removal.problem}
        confirm={() => void remove()}
        close={() => setDeleting(false)}
      >
        <p className="dialog__text">{t('The message is removed from {queue}. You cannot undo this.', { queue })}</p>
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      size="lg"
      title={t('Message')}
      label={queue}
      cancel={t('Close')}
      focus=".dialog__body"
      close={close}
      buttons={
        <>
          {rights.change && value && (
            <Button kind="ghost" onClick={() => setDeleting(true)}>
              {t('Delete')}
            </Button>
          )}
          {putBack && value?.deadLetter && (
            <Button kind="ghost" onClick={() => value.deadLetter && putBack(value.deadLetter)}>
              {transferTexts.putBack.verb}
            </Button>
          )}
          {edit && value && isEditable(value) && (
            <Button kind="ghost" onClick={() => edit(buildDraft(value), value.deadLetter?.queue ?? queue)}>
              {transferTexts.edit}
            </Button>
          )}
          <Button
            kind="ghost"
            as="a"
            href={buildMessageBodyUrl(manager, queue, messageId)}
            download={`message-${messageId}`}
          >
            {t('Download')}
          </Button>
        </>
      }
    >
      {problem && <ErrorNotice text={problem} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <>
          {value.deadLetter && <DeadLetter header={value.deadLetter} />}
          <Body message={value} />
          <Facts title={t('Descriptor')} facts={buildDescriptor(value)} />
          {value.properties.length > 0 && (
            <Facts
              title={t('Properties')}
              facts={value.properties.map(({ name, type, value: text }) => [`${name} (${type})`, text])}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

/** A form can show a whole text only. */
function isEditable({ format, truncated, body, deadLetter }: MessageDetails): boolean {
  return (deadLetter?.format ?? format) === 'MQSTR' && !truncated && body.length < 1_000_000
}

function buildDraft(message: MessageDetails): MessageDraft {
  const { persistence, priority, correlationId = '', replyTo = '', properties } = message
  const text = new TextDecoder().decode(readBody(message))
  return {
    text,
    persistence,
    correlationId,
    replyTo,
    properties,
    priority: String(priority),
    expiry: '',
  }
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

type Fact = readonly [label: string, value: string]

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="group">
      <h3 className="group__title">{title}</h3>
      <dl className="properties__list">
        {facts.map(([label, value]) => (
          <div key={label} className="property">
            <dt className="property__label">{label}</dt>
            <dd className="property__value">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function buildDescriptor(message: MessageDetails): readonly Fact[] {
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
    ...(publication ? ([[t('Topic string'), publication.topicString]] as const) : []),
  ]
}

function describeGroup({ id, sequence, isLast }: NonNullable<MessageDetails['group']>): readonly Fact[] {
  return [
    [t('Group id'), id],
    [t('Sequence number in the group'), isLast ? t('{sequence}, the last message', { sequence }) : String(sequence)],
  ]
}

function Body({ message }: { message: MessageDetails }) {
  const bytes = useMemo(() => readBody(message), [message])
  return (
    <>
      <BodyView bytes={bytes} />
      {message.truncated && <p>{t('The body goes on. Download the message to see all of it.')}</p>}
    </>
  )
}
