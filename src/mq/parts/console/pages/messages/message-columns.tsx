/** The columns of a list of messages: the preview that opens the message, and what its descriptor says. */
import type { Column } from '../../../../../shared/ui/table/list-table.tsx'
import { formatBytes } from '../../../../../shared/ui/text/format-units.ts'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageSummary } from '../../contract/messages.ts'
import { describeReason, describeTarget, findReasonAdvice } from './message-texts.ts'

/** The columns after the preview. The server sorts by those with an id. */
const columns: readonly Column<MessageSummary>[] = [
  [t('Put at'), ({ putAt }) => <RelativeTime at={putAt} />, { sort: 'putAt' }],
  [t('Size'), ({ length }) => formatBytes(length), { sort: 'length' }],
  [t('Format'), ({ deadLetter, format }) => deadLetter?.format ?? format, { sort: 'format' }],
  [t('Application'), ({ applicationName }) => applicationName, { sort: 'application' }],
  [t('Priority'), ({ priority }) => priority, { sort: 'priority' }],
]

/** On a dead-letter queue, with the reason and the target of each message. */
const deadLetterColumns: typeof columns = [
  [
    t('Reason'),
    ({ deadLetter }) =>
      deadLetter && (
        <span className="list__nowrap" title={findReasonAdvice(deadLetter)}>
          {describeReason(deadLetter)}
        </span>
      ),
  ],
  [t('Target'), ({ deadLetter }) => deadLetter && describeTarget(deadLetter)],
  ...columns,
]

/** Returns the columns for the messages of a page. `open` shows the message of an id. */
export function buildMessageColumns(
  messages: readonly MessageSummary[],
  open: (messageId: string) => void,
): readonly Column<MessageSummary>[] {
  const preview: Column<MessageSummary> = [
    t('Message'),
    (message) => (
      <button type="button" className="messages__open" onClick={() => open(message.messageId)}>
        {describePreview(message)}
      </button>
    ),
    { grows: true },
  ]
  return [preview, ...(messages.some(({ deadLetter }) => deadLetter) ? deadLetterColumns : columns)]
}

/** Returns the first line of a message; an empty one, a large one and bytes that are no text are named as such. */
function describePreview({ preview, length, messageId }: MessageSummary): string {
  if (preview === undefined) return t('Large message, {size}', { size: formatBytes(length) })
  if (preview === '') return t('Empty message')
  const text = preview.trim()
  if (text === '') return t('Message {messageId}', { messageId })
  const strange = [...text].filter((character) => character < ' ' || character === '\ufffd')
  return strange.length * 4 > text.length ? t('Binary data') : text
}
