/** A dialog that shows one message without removing it from the queue: body, descriptor, properties. */
import { Button } from '@carbon/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fillPath } from '../../../../../shared/ui/api/resource-client.ts'
import { BodyView } from '../../../../../shared/ui/body/body-view.tsx'
import { CopyableText } from '../../../../../shared/ui/body/copyable-text.tsx'
import { Dialog } from '../../../../../shared/ui/feedback/dialog.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { type DescriptionItem, DescriptionList } from '../../../../../shared/ui/shell/description-list.tsx'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { StepButtons } from '../../../../../shared/ui/table/list-pages.tsx'
import { formatBytes } from '../../../../../shared/ui/text/format-units.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { DeadLetterHeader, MessageDetails, TransferAction } from '../../contract/messages.ts'
import { request, resourceUrl } from '../../kit/api/client.ts'
import { mayChange } from '../../kit/session/rights.ts'
import { useSession } from '../../kit/session/session.tsx'
import type { ObjectRow } from '../screens/object-screen.ts'
import type { MessageDraft } from './message-draft.ts'
import { describeDescriptor, type MessageFact, readBody } from './message-facts.ts'
import { describeReason, describeTarget, findReasonAdvice, transferActions, transferTexts } from './message-texts.ts'
import PutBackDialog from './put-back-dialog.tsx'
import PutDialog from './put-dialog.tsx'
import TransferDialog from './transfer-dialog.tsx'

export interface MessageDialogProps {
  manager: string
  row: ObjectRow
  /** The messages of the page of the list, and the one that is shown first. */
  messageIds: readonly string[]
  first: string
  changed(): void
  /** Called with the id of the message when it was not put back. */
  putBack(stayed: readonly string[]): void
  close(): void
}

export default function MessageDialog(props: MessageDialogProps) {
  const { manager, row, messageIds, first, changed, putBack, close } = props
  const [messageId, setMessageId] = useState(first)
  const { rights } = useSession()
  const { dialog, show } = useDialog()
  const queue = row.name
  const shared = { manager, queue }
  const params = { qmgr: manager, queue, messageId }
  const message = useResource(JSON.stringify(params), (signal) =>
    request('GET /qmgr/:qmgr/queue/:queue/messages/:messageId', params, { signal }),
  )
  const { value } = message
  const header = value?.deadLetter
  const [, bodyPath] = fillPath('GET /qmgr/:qmgr/queue/:queue/messages/:messageId/body', params)

  if (dialog) return dialog
  const gone = () => {
    changed()
    close()
  }
  const askToTransfer = (action: TransferAction) =>
    show((back) => <TransferDialog {...shared} action={action} messageIds={[messageId]} done={gone} close={back} />)
  const putAgain = (of: MessageDetails) => {
    const target = header?.queue ?? queue
    show(() => <PutDialog manager={manager} queue={target} initial={buildDraft(of)} done={changed} close={close} />)
  }
  const askToPutBack = () => (
    <PutBackDialog {...shared} header={header} close={close} messageIds={[messageId]} done={putBack} />
  )
  const buttons = (
    <>
      {value &&
        transferActions
          .filter((action) => (action === 'copy' ? rights.change : mayChange(rights, row, 'GET')))
          .map((action) => (
            <Button key={action} kind="ghost" onClick={() => askToTransfer(action)}>
              {transferTexts[action].verb}
            </Button>
          ))}
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
      <MessageSteps messageIds={messageIds} messageId={messageId} show={setMessageId} />
      <Loaded resource={message}>{(loaded) => <MessageView key={messageId} message={loaded} />}</Loaded>
    </Dialog>
  )
}

type MessageStepsProps = { messageIds: readonly string[]; messageId: string; show(messageId: string): void }

/** Leads to the previous and the next message, also with the arrow keys, which fields and tabs keep for themselves. */
function MessageSteps({ messageIds, messageId, show }: MessageStepsProps) {
  const place = messageIds.indexOf(messageId)
  const step = (by: number) => show(messageIds[place + by] ?? messageId)
  const latest = useRef(step)
  latest.current = step

  useEffect(() => {
    const ends = new AbortController()
    function follow({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) {
      if (altKey || ctrlKey || metaKey) return
      if ((target as Element).closest('input, select, textarea, [role="tablist"]')) return
      if (key === 'ArrowLeft') latest.current(-1)
      if (key === 'ArrowRight') latest.current(1)
    }
    addEventListener('keydown', follow, { signal: ends.signal })
    return () => ends.abort()
  }, [])

  if (messageIds.length < 2) return null
  return (
    <nav className="list__pages" aria-label={t('Messages of this page')}>
      <StepButtons
        labels={[t('Previous message'), t('Next message')]}
        obstacles={[
          place === 0 && t('This is the first message of the page.'),
          place === messageIds.length - 1 && t('This is the last message of the page.'),
        ]}
        step={step}
      >
        <span role="status">{t('{place} of {count}', { place: place + 1, count: messageIds.length })}</span>
      </StepButtons>
    </nav>
  )
}

function MessageView({ message }: { message: MessageDetails }) {
  const { deadLetter, truncated, properties, headers, ccsid } = message
  const bytes = useMemo(() => readBody(message), [message])
  return (
    <>
      {deadLetter && <DeadLetter header={deadLetter} />}
      <BodyView bytes={bytes} ccsid={ccsid} />
      {truncated && (
        <p>
          {t('The first {shown} of {all} are shown. Download the message to see all of it.', {
            shown: formatBytes(bytes.length),
            all: formatBytes(message.length),
          })}
        </p>
      )}
      {headers.map(({ name, length, fields }) => (
        <Facts
          key={`${name} ${length}`}
          title={t('Header {name}', { name })}
          facts={fields.map((field) => [field.name, field.value])}
        />
      ))}
      <Facts title={t('Descriptor')} facts={describeDescriptor(message).map(renderFact)} />
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

function DeadLetter({ header }: { header: DeadLetterHeader }) {
  return (
    <Notice kind="warning" title={describeReason(header)} role="none">
      {findReasonAdvice(header)} {describeTarget(header)}
    </Notice>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly DescriptionItem[] }) {
  return (
    <Group title={title} level={3}>
      <DescriptionList inColumns facts={facts} />
    </Group>
  )
}

function renderFact([label, text, isId]: MessageFact): DescriptionItem {
  return [label, isId ? <CopyableText key={label} text={text} label={label} /> : text]
}
