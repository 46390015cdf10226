/** Serializes a commit for the writer thread into one block, because Buffers are copied with their whole block. */
import type { DeserializedMessage } from '../database/message-row.ts'
import type { PreservedMessage, SetBackoutCount, StoreChange, StoredObject } from '../message-store.ts'

/** A number is the sequence number of a message to remove; null stands for the next added message. */
type Step = number | null | SetBackoutCount | { readonly saveObject: StoredObject } | { readonly removeObject: number }

export type SerializedChanges = { readonly steps: readonly Step[]; readonly messages: SerializedMessages }

export interface SerializedMessages {
  /** The columns of each message, with the lengths of both ids in place of the ids, and the length of its body. */
  readonly fields: readonly (number | string | null)[]
  /** The message id, correlation id and body of each message, one after the other. */
  readonly bytes: ArrayBuffer
}

const fieldsPerMessage = 10

export function serializeChanges(changes: readonly StoreChange[]): SerializedChanges {
  const added: PreservedMessage[] = []
  const steps: Step[] = []
  for (const change of changes) {
    if (change.type === 'add') added.push(change)
    steps.push(serializeChange(change))
  }
  return { steps, messages: serializeMessages(added) }
}

function serializeChange(change: StoreChange): Step {
  switch (change.type) {
    case 'add':
      return null
    case 'remove':
      return change.sequence
    case 'setBackoutCount':
      return change
    case 'saveObject':
      return { saveObject: change.object }
    case 'removeObject':
      return { removeObject: change.id }
  }
}

export function serializeMessages(messages: readonly PreservedMessage[]): SerializedMessages {
  let size = 0
  for (const { message, body } of messages)
    size += (message.foreignId?.length ?? 0) + (message.correlationId?.length ?? 0) + body.length
  const bytes = Buffer.from(new ArrayBuffer(size))
  const fields: (number | string | null)[] = []
  let end = 0
  const append = (part: Buffer) => {
    bytes.set(part, end)
    end += part.length
  }
  for (const { queue, message, body } of messages) {
    const { foreignId, correlationId } = message
    fields.push(
      queue,
      message.sequence,
      message.lane,
      foreignId?.length ?? null,
      correlationId?.length ?? null,
      message.expiresAt ?? null,
      message.length,
      message.bodyFile ?? null,
      JSON.stringify(message.descriptor),
      body.length,
    )
    if (foreignId) append(foreignId)
    if (correlationId) append(correlationId)
    append(body)
  }
  return { fields, bytes: bytes.buffer }
}

/** Returns the messages. Their byte arrays are views of the one block, so nothing is copied. */
export function deserializeMessages({ fields, bytes }: SerializedMessages): DeserializedMessage[] {
  const found: DeserializedMessage[] = []
  let end = 0
  const next = (length: number) => {
    const part = new Uint8Array(bytes, end, length)
    end += length
    return part
  }
  for (let place = 0; place < fields.length; place += fieldsPerMessage) {
    const [queue, sequence, lane, foreign, correlation, expiresAt, length, bodyFile, descriptor, size] = fields.slice(
      place,
      place + fieldsPerMessage,
    ) as Fields
    const foreignId = foreign === null ? null : next(foreign)
    const correlationId = correlation === null ? null : next(correlation)
    found.push({
      columns: [queue, sequence, lane, foreignId, correlationId, expiresAt, length, bodyFile, descriptor],
      body: next(size),
    })
  }
  return found
}

type Fields = [
  queue: number,
  sequence: number,
  lane: number,
  foreignIdLength: number | null,
  correlationIdLength: number | null,
  expiresAt: number | null,
  length: number,
  bodyFile: string | null,
  descriptor: string,
  bodyLength: number,
]
