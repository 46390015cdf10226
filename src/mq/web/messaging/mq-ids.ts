/** Message and correlation ids: 48 hexadecimal digits. Version 3: `ID:` before them, or a text as correlation id. */
import { createHash } from 'node:crypto'
import type { MessageSelection, NewMessage } from '../../manager/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import type { RestVersion } from '../context/rest-dialect.ts'
import { RestError } from '../errors/rest-error.ts'
import { correlationTextProperty } from './user-properties.ts'

const size = 24
const hex = /^[0-9a-f]{48}$/i

/** The bytes of an id, or undefined when the text is not one. */
export function parseMqId(text: string, { idPrefix }: RestVersion): Buffer | undefined {
  if (!text.startsWith(idPrefix)) return undefined
  const digits = text.slice(idPrefix.length)
  return hex.test(digits) ? Buffer.from(digits, 'hex') : undefined
}

export function renderMqId(id: Buffer, { idPrefix }: RestVersion): string {
  return idPrefix + id.toString('hex')
}

/** Returns undefined for an invalid correlation id. A text that an application chose is a property as well. */
export function parseCorrelationId(
  text: string,
  version: RestVersion,
): Pick<NewMessage, 'correlationId' | 'properties'> | undefined {
  const correlationId = parseMqId(text, version)
  if (correlationId) return { correlationId }
  if (version.number < 3 || text === '' || text.startsWith('ID:') || !text.isWellFormed()) return undefined
  return { correlationId: bytesOf(text), properties: { [correlationTextProperty]: { type: 'string', value: text } } }
}

/** Returns the id for a text: padded with zeros, or the SHA-256 digest of a longer one, so that ids differ. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > size) return createHash('sha256').update(bytes).digest().subarray(0, size)
  return Buffer.concat([bytes], size)
}

/** Returns whether an id consists of zeros, which means that the message has none. */
export function isZeroMqId(id: Buffer): boolean {
  return id.equals(none)
}

const none = Buffer.alloc(size)

/** Returns the selected ids. Throws MQWB0013E (400) for an invalid id. */
export function parseMessageSelection(
  query: { messageId?: string | undefined; correlationId?: string | undefined },
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
    selection.correlationId = parsed.correlationId
  }
  return selection
}
