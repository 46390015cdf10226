/** The table of messages: a box to select each, and the preview that opens the message. */
import { Checkbox, Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@carbon/react'
import { Cell, type Column, ScrollRegion } from '../../../../../shared/ui/table/data-table.tsx'
import { formatBytes } from '../../../../../shared/ui/text/format-units.ts'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageSummary } from '../../contract/messages.ts'
import { describeReason, describeTarget, findReasonAdvice } from './message-texts.ts'

export interface MessageTableProps {
  messages: readonly MessageSummary[]
  /** The ids of the selected messages. */
  selected: ReadonlySet<string>
  select(ids: readonly string[], isSelected: boolean): void
  open(id: string): void
  sort: MessageSort
  /** Absent when the messages cannot be sorted, as in a search. */
  sortBy?: ((sort: MessageSort) => void) | undefined
}

/** The column and the direction; in the order of delivery when the column is empty. */
export type MessageSort = { column: string; descending: boolean }

type MessageColumn = readonly [...Column<MessageSummary>, sortId?: string]

/** The columns after the message, with the ids of those by which the server sorts. */
const columns: readonly MessageColumn[] = [
  [t('Put at'), ({ putAt }) => <RelativeTime at={putAt} />, 'putAt'],
  [t('Size'), ({ length }) => <span className="list__nowrap">{formatBytes(length)}</span>, 'length'],
  [t('Format'), ({ deadLetter, format }) => deadLetter?.format ?? format, 'format'],
  [t('Application'), ({ applicationName }) => applicationName, 'application'],
  [t('Priority'), ({ priority }) => priority, 'priority'],
]

/** On a dead-letter queue, with the reason and the target of each message. */
const deadLetterColumns: typeof columns = [
  [
    t('Reason'),
    ({ deadLetter }) => deadLetter && <span title={findReasonAdvice(deadLetter)}>{describeReason(deadLetter)}</span>,
  ],
  [t('Target'), ({ deadLetter }) => deadLetter && describeTarget(deadLetter)],
  ...columns,
]

export function MessageTable({ messages, selected, select, open, sort, sortBy }: MessageTableProps) {
  const ids = messages.map(({ messageId }) => messageId)
  const count = ids.filter((id) => selected.has(id)).length
  const shown = messages.some(({ deadLetter }) => deadLetter) ? deadLetterColumns : columns
  return (
    <ScrollRegion label={t('Table of messages')}>
      <Table size="md" aria-label={t('Messages')}>
        <TableHead>
          <TableRow>
            <TableHeader>
              <Checkbox
                id="select-messages"
                hideLabel
                labelText={t('Select all messages of this page')}
                checked={count > 0 && count === ids.length}
                indeterminate={count > 0 && count < ids.length}
                onChange={(_, { checked }) => select(ids, checked)}
              />
            </TableHeader>
            <TableHeader>{t('Message')}</TableHeader>
            {shown.map(([title, , id]) =>
              id && sortBy ? (
                <TableHeader
                  key={title}
                  isSortable
                  isSortHeader={sort.column === id}
                  sortDirection={directionOf(sort, id)}
                  onClick={() => sortBy(nextSort(sort, id))}
                >
                  {title}
                </TableHeader>
              ) : (
                <TableHeader key={title}>{title}</TableHeader>
              ),
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {messages.map((message) => (
            <TableRow key={message.messageId}>
              <TableCell className="list__box">
                <Checkbox
                  id={`select-${message.messageId}`}
                  hideLabel
                  labelText={t('Select message {id}', { id: message.messageId })}
                  checked={selected.has(message.messageId)}
                  onChange={(_, { checked }) => select([message.messageId], checked)}
                />
              </TableCell>
              <TableCell className="list__main messages__preview">
                <button type="button" className="messages__open" onClick={() => open(message.messageId)}>
                  {describePreview(message)}
                </button>
              </TableCell>
              {shown.map(([title, render]) => (
                <Cell key={title} label={title} content={render(message)} />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollRegion>
  )
}

/** Returns the first line of the table; bytes that are no text are named as such. */
function describePreview({ preview = '', messageId }: MessageSummary): string {
  const text = preview.trim()
  if (text === '') return t('Message {messageId}', { messageId })
  const strange = [...text].filter((character) => character < ' ' || character === '\ufffd')
  return strange.length * 4 > text.length ? t('Binary data') : text
}

function directionOf({ column, descending }: MessageSort, id: string): 'ASC' | 'DESC' | 'NONE' {
  if (column !== id) return 'NONE'
  return descending ? 'DESC' : 'ASC'
}

/** Ascending, then descending, then the order of delivery. */
function nextSort({ column, descending }: MessageSort, id: string): MessageSort {
  if (column !== id) return { column: id, descending: false }
  return descending ? deliveryOrder : { column: id, descending: true }
}

export const deliveryOrder: MessageSort = { column: '', descending: false }
