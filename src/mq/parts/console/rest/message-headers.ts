/** Decodes the headers before a body for the console: MQXQH, MQDLH, MQRFH2. */
import { type Message, readDeadLetterHeader, removeTransmissionHeader } from '../../../manager/index.ts'

type Field = { name: string; value: string }
export type ConsoleHeader = { name: string; length: number; fields: Field[] }
type Decoded = { length: number; format: string; fields: Record<string, string | number> }
type Decoder = readonly [name: string, decode: (body: Buffer) => Decoded | undefined]

const maxHeaders = 8
const maxFields = 200

/** Each format with the name of its header. A decoder returns undefined for bytes that are no such header. */
const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['MQXMIT', ['MQXQH', decodeTransmissionHeader]],
  ['MQDEAD', ['MQDLH', decodeDeadLetterHeader]],
  ['MQHRF2', ['MQRFH2', decodeRulesHeader]],
])

/** Returns the headers of a message in their order. The body begins after the sum of their lengths. */
export function decodeHeaders({ format, body }: Pick<Message, 'format' | 'body'>): ConsoleHeader[] {
  const headers: ConsoleHeader[] = []
  let rest = body
  for (let next = format.trimEnd(); headers.length < maxHeaders; ) {
    const [name, decode] = decoders.get(next) ?? []
    const decoded = decode?.(rest)
    if (name === undefined || !decoded) break
    const { length, fields } = decoded
    const shown = Object.entries(fields).map(([field, value]) => ({ name: field, value: String(value) }))
    headers.push({ name, length, fields: shown })
    rest = rest.subarray(length)
    next = decoded.format.trimEnd()
  }
  return headers
}

function decodeTransmissionHeader(body: Buffer): Decoded | undefined {
  const found = removeTransmissionHeader(body)
  if (!found) return undefined
  const { format = '', userId = '', putAt } = found.draft.descriptor
  const { queue, manager } = found.remote
  const fields = {
    RemoteQName: queue,
    RemoteQMgrName: manager,
    Format: format,
    UserIdentifier: userId,
    MsgId: found.draft.messageId?.toString('hex') ?? '',
    ...(putAt !== undefined && { PutTime: new Date(putAt).toISOString() }),
  }
  return { length: body.length - found.draft.body.length, format, fields }
}

function decodeDeadLetterHeader(body: Buffer): Decoded | undefined {
  const found = readDeadLetterHeader(body)
  if (!found) return undefined
  const { reason, queue, manager, format } = found.header
  const fields = { Reason: reason, DestQName: queue, DestQMgrName: manager, Format: format.trimEnd() }
  return { length: body.length - found.body.length, format, fields }
}

const fixedRulesBytes = 36

/** MQRFH2: fixed fields in the byte order of the putter, then folders of XML with their lengths. */
function decodeRulesHeader(body: Buffer): Decoded | undefined {
  if (body.length < fixedRulesBytes || body.toString('latin1', 0, 4) !== 'RFH ') return undefined
  const isLittle = body.readInt32LE(4) === 2
  const read = (at: number) => (isLittle ? body.readInt32LE(at) : body.readInt32BE(at))
  const length = read(8)
  if (length < fixedRulesBytes || length > body.length) return undefined
  const format = body.toString('latin1', 20, 28)
  const fields: Record<string, string | number> = {
    Encoding: read(12),
    CodedCharSetId: read(16),
    Format: format.trimEnd(),
  }
  for (let at = fixedRulesBytes, count = 0; at + 4 <= length && count < maxFields; count += 1) {
    const size = read(at)
    if (size < 0 || at + 4 + size > length) return undefined
    const folder = body.toString('utf8', at + 4, at + 4 + size).trimEnd()
    const name = /^<([\w.-]{1,60})/.exec(folder)?.[1] ?? 'folder'
    fields[name in fields ? `${name} ${at}` : name] = folder
    at += 4 + size
  }
  return { length, format, fields }
}
