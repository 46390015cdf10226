/** Parses the query parameters `messageId` and `correlationId`, which select a message. */
import type { MessageSelection } from '../../qm/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseCorrelationId, parseMqId } from './mq-ids.ts'

/** Returns the selected ids. Throws MQWB0013E (400) for an invalid id. */
export function parseMessageSelection(
  query: { messageId?: string; correlationId?: string },
  { version }: Pick<RestContext, 'version'>,
): MessageSelection {
  const { messageId, correlationId } = query
  const selection: MessageSelection = {}
  const digits = `${version.idPrefix && `${version.idPrefix} and `}48 hexadecimal digits`

  if (messageId !== undefined) {
    const id = parseMqId(messageId, version)
    if (!id) throw new RestError('MQWB0013E', [messageId, 'messageId', `it must be ${digits}`])
    selection.messageId = id
  }
  if (correlationId !== undefined) {
    const parsed = parseCorrelationId(correlationId, version)
    if (!parsed) throw new RestError('MQWB0013E', [correlationId, 'correlationId', `it must be ${digits}`])
    selection.correlationId = parsed.id
  }
  return selection
}
