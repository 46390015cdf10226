/** The sections of an AMQP message, those that a message keeps, and their descriptors, AMQP 1.0 part 3, section 3.2. */
import { type AmqpValue, ValueReader } from '../protocol/value-reader.ts'

export const sectionCodes = {
  header: 0x70,
  deliveryAnnotations: 0x71,
  messageAnnotations: 0x72,
  properties: 0x73,
  applicationProperties: 0x74,
  data: 0x75,
  sequence: 0x76,
  value: 0x77,
  footer: 0x78,
} as const

type SectionName = keyof typeof sectionCodes

interface Section {
  readonly name: SectionName
  /** The value after the descriptor. It has to be read before the next section is. */
  readonly content: ValueReader
  /** The complete encoded section. */
  readonly bytes: Buffer
}

const symbols: Readonly<Record<string, SectionName>> = {
  'amqp:header:list': 'header',
  'amqp:delivery-annotations:map': 'deliveryAnnotations',
  'amqp:message-annotations:map': 'messageAnnotations',
  'amqp:properties:list': 'properties',
  'amqp:application-properties:map': 'applicationProperties',
  'amqp:data:binary': 'data',
  'amqp:amqp-sequence:list': 'sequence',
  'amqp:amqp-value:*': 'value',
  'amqp:footer:map': 'footer',
}
const byDescriptor = new Map<AmqpValue, SectionName>([
  ...Object.entries(symbols),
  ...Object.entries(sectionCodes).map(([name, code]) => [code, name as SectionName] as const),
])

/** Splits an encoded message into its sections. Throws an `Error` when it is not a message. */
export function* readSections(message: Buffer): Generator<Section> {
  const reader = new ValueReader(message)
  while (reader.remaining > 0) {
    const start = reader.position
    const name = byDescriptor.get(reader.readDescriptor())
    if (!name) throw new Error('the message has a section that AMQP 1.0 does not define')
    const contentStart = reader.position
    reader.skip()
    const end = reader.position
    yield { name, content: new ValueReader(message, contentStart, end), bytes: message.subarray(start, end) }
  }
}

/** The encoded sections of an AMQP message that the MQ message keeps, because it has no place for their values. */
export interface KeptSections {
  readonly messageAnnotations?: Buffer | undefined
  readonly properties?: Buffer | undefined
  /** Undefined when the properties of the message have every value exactly. */
  readonly applicationProperties?: Buffer | undefined
  readonly footer?: Buffer | undefined
}

const names = ['messageAnnotations', 'properties', 'applicationProperties', 'footer'] as const

/** Returns the sections in base64, separated by dots, or undefined when there are none. */
export function renderKeptSections(sections: KeptSections): string | undefined {
  if (names.every((name) => sections[name] === undefined)) return undefined
  return names.map((name) => sections[name]?.toString('base64') ?? '').join('.')
}

export function parseKeptSections(text: string | undefined): KeptSections {
  if (text === undefined) return {}
  const parts = text.split('.')
  return Object.fromEntries(
    names.flatMap((name, place) => (parts[place] ? [[name, Buffer.from(parts[place], 'base64')]] : [])),
  )
}
