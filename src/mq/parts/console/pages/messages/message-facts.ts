/** What the page shows of a message: its descriptor in words, and the bytes after its headers. Pure. */
import { decodeBase64 } from '../../../../../shared/ui/body/body-formats.ts'
import { formatDateTime } from '../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageDetails } from '../../contract/messages.ts'

/** A label and its text. Users copy ids, so that these have a button for it. */
export type MessageFact = readonly [label: string, text: string, isId?: boolean]

export function describeDescriptor(message: MessageDetails): readonly MessageFact[] {
  const { correlationId, expiry, group, publication } = message
  return [
    [t('Message id'), message.messageId, true],
    [t('Correlation id'), correlationId || t('none'), Boolean(correlationId)],
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
    ...(publication ? [[t('Topic string'), publication.topicString] as const] : []),
  ]
}

function describeGroup({ id, sequence, isLast }: NonNullable<MessageDetails['group']>): readonly MessageFact[] {
  return [
    [t('Group id'), id],
    [t('Sequence number in the group'), isLast ? t('{sequence}, the last message', { sequence }) : String(sequence)],
  ]
}

/** Returns the bytes after the headers; all bytes of a message that is a header as a whole. */
export function readBody({ body, headers }: Pick<MessageDetails, 'body' | 'headers'>): Uint8Array {
  const bytes = decodeBase64(body)
  const start = headers.reduce((sum, { length }) => sum + length, 0)
  return start < bytes.length ? bytes.subarray(start) : bytes
}
