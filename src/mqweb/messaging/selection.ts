/** Which message a request is about: the query parameters `messageId` and `correlationId`. */
import type { Selection } from '../../qm/index.ts'
import type { Call } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseCorrelationId, parseId } from './ids.ts'

/** The ids that were given. Throws 400 for one that is none. */
export function readSelection(
  query: { messageId?: string; correlationId?: string },
  { version }: Pick<Call, 'version'>,
): Selection {
  const { messageId, correlationId } = query
  const selection: Selection = {}
  const digits = `${version.idPrefix && `${version.idPrefix} and `}48 hexadecimal digits`

  if (messageId !== undefined) {
    const id = parseId(messageId, version)
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
