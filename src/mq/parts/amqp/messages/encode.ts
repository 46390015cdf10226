/** Converts an MQ message to an AMQP message; `docs/amqp.md` has the mapping. */
import type { Message } from '../../../manager/index.ts'
import { ValueWriter } from '../protocol/value-writer.ts'
import { amqpFormat, renderMessageId, writeProperty } from './property-types.ts'
import { parseKeptSections, sectionCodes } from './sections.ts'

const nothing = Buffer.alloc(0)

export function encodeMessage(message: Message): Buffer {
  const kept = parseKeptSections(message.amqp)
  return Buffer.concat([
    encodeHeader(message),
    kept.messageAnnotations ?? nothing,
    kept.properties ?? encodeProperties(message),
    kept.applicationProperties ?? encodeApplicationProperties(message),
    ...encodeBody(message),
    kept.footer ?? nothing,
  ])
}

/** The maximum time to live, which is an unsigned integer of 32 bits. */
const maxTtlMs = 2 ** 32 - 1

function encodeHeader({ persistence, priority, expiry, backoutCount }: Message): Buffer {
  const header = Buffer.alloc(21)
  header.set([0x00, 0x53, sectionCodes.header, 0xc0], 0)
  let end = header.writeUInt8(5, 5)
  end = header.writeUInt8(persistence === 'persistent' ? 0x41 : 0x42, end)
  end = header.writeUInt8(0x50, end)
  end = header.writeUInt8(priority, end)
  end = expiry === undefined ? header.writeUInt8(0x40, end) : writeUint(header, Math.min(expiry, maxTtlMs), end)
  end = header.writeUInt8(backoutCount === 0 ? 0x41 : 0x42, end)
  end = writeUint(header, backoutCount, end)
  header.writeUInt8(end - 5, 4) // the size counts from the number of fields
  return header.subarray(0, end)
}

function writeUint(bytes: Buffer, value: number, at: number): number {
  return bytes.writeUInt32BE(Math.max(0, Math.trunc(value)), bytes.writeUInt8(0x70, at))
}

/** Encodes the properties of a message that no AMQP client sent. */
function encodeProperties({ messageId, correlationId, replyTo, putAt, group }: Message): Buffer {
  const writer = new ValueWriter()
  const text = (value: string | undefined) => (value === undefined ? writer.null() : writer.string(value))
  const nulls = (count: number) => {
    for (let written = 0; written < count; written++) writer.null()
  }
  const hasCorrelation = correlationId.some((byte) => byte !== 0)
  writer.descriptor(sectionCodes.properties)
  writer.list(() => {
    text(renderMessageId(messageId))
    nulls(3) // user-id, to, subject
    text(replyTo?.queue)
    text(hasCorrelation ? renderMessageId(correlationId) : undefined)
    nulls(3) // content-type, content-encoding, absolute-expiry-time
    writer.number('timestamp', putAt)
    text(group?.id)
    if (group) writer.number('uint', group.sequence)
    return group ? 12 : 11
  })
  return writer.finish()
}

function encodeApplicationProperties({ properties }: Message): Buffer {
  const entries = Object.entries(properties)
  if (entries.length === 0) return nothing
  const writer = new ValueWriter()
  writer.descriptor(sectionCodes.applicationProperties)
  writer.map(() => {
    for (const [name, property] of entries) {
      writer.string(name)
      writeProperty(writer, property)
    }
    return entries.length
  })
  return writer.finish()
}

/** The encodings of text by coded character set id, as far as Node.js has them. */
const charsets: Readonly<Record<number, BufferEncoding>> = {
  1208: 'utf8',
  819: 'latin1',
  367: 'ascii',
  1202: 'utf16le',
}

/** Text becomes a string value, and all else binary data. */
function encodeBody({ format, body, ccsid }: Message): Buffer[] {
  if (format === amqpFormat) return [body]
  const charset = format === 'MQSTR' ? charsets[ccsid] : undefined
  if (!charset) return [bodyHeader(sectionCodes.data, 0xb0, body.length), body]
  const text = charset === 'utf8' ? body : Buffer.from(body.toString(charset))
  return [bodyHeader(sectionCodes.value, 0xb1, text.length), text]
}

function bodyHeader(section: number, type: number, length: number): Buffer {
  const header = Buffer.alloc(8)
  header.set([0x00, 0x53, section, type])
  header.writeUInt32BE(length, 4)
  return header
}
