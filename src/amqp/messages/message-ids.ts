/**
 * Converts AMQP message and correlation ids to the 24 bytes of MQ and back.
 *
 * MQ ids appear in AMQP as the string `ID:` with 48 hexadecimal digits, as in JMS.
 */
import type { AmqpValue } from '../protocol/value-reader.ts'

const idBytes = 24
const jmsId = /^ID:([0-9a-f]{48})$/i

/** Returns the MQ id for an id in this form, or for 24 bytes. Returns undefined for any other id. */
export function readMessageId(value: AmqpValue): Buffer | undefined {
  if (Buffer.isBuffer(value)) return value.length === idBytes ? Buffer.from(value) : undefined
  const [, digits] = typeof value === 'string' ? (jmsId.exec(value) ?? []) : []
  return digits === undefined ? undefined : Buffer.from(digits, 'hex')
}

/** Returns the MQ id like `readMessageId`; other ids of up to 24 bytes are padded with zeros. */
export function readCorrelationId(id: AmqpValue): Buffer | undefined {
  const exact = readMessageId(id)
  if (exact) return exact
  const bytes = Buffer.isBuffer(id) ? id : Buffer.from(String(id))
  if (bytes.length === 0 || bytes.length > idBytes) return undefined
  return Buffer.concat([bytes, Buffer.alloc(idBytes - bytes.length)])
}

export function renderMessageId(id: Buffer): string {
  return `ID:${id.toString('hex')}`
}
