/** What attributes and fields name, and the lists that have these names. Pure. */
import type { ObjectAttributes } from './mqsc.ts'

/** A list with such objects: its MQSC keyword, the attributes that decide, and which of its objects fit. */
export interface NameSource {
  qualifier: string
  attributes?: readonly string[]
  fits?(object: ObjectAttributes): boolean
}

const type = ['type']
const queues: NameSource = { qualifier: 'queue', attributes: type, fits: (object) => object.type !== 'QMODEL' }

/** What a field can name. The wordings of attributes refer to these keys. */
export const nameSources = {
  queue: [queues],
  localQueue: [{ qualifier: 'queue', attributes: type, fits: (object) => object.type === 'QLOCAL' }],
  transmissionQueue: [
    { qualifier: 'queue', attributes: ['type', 'usage'], fits: (object) => object.usage === 'XMITQ' },
  ],
  modelQueue: [{ qualifier: 'queue', attributes: type, fits: (object) => object.type === 'QMODEL' }],
  queueOrTopic: [queues, { qualifier: 'topic' }],
  topic: [{ qualifier: 'topic' }],
  process: [{ qualifier: 'process' }],
  namelist: [{ qualifier: 'namelist' }],
  channel: [{ qualifier: 'channel' }],
  authinfo: [{ qualifier: 'authinfo' }],
  manager: [],
} satisfies Readonly<Record<string, readonly NameSource[]>>

export type NamedKind = keyof typeof nameSources

export function isNamedKind(text: string | undefined): text is NamedKind {
  return text !== undefined && Object.hasOwn(nameSources, text)
}
