/** A message store in memory. */
import { randomUUID } from 'node:crypto'
import {
  type BodyFileStore,
  type MessageStore,
  MessageStoreError,
  type PreservedMessage,
  type SetBackoutCount,
  type StoreChange,
  type StoredMessageReader,
  type StoredObject,
} from '../../../../src/mq/manager/store/message-store.ts'

export function openMemoryMessageStore(): MessageStore {
  const kept = new Map<number, PreservedMessage>()
  const objects = new Map<number, StoredObject>()
  let parked: readonly PreservedMessage[] = []
  let blocks = 1

  const messages: StoredMessageReader = {
    takeLaneSnapshots: () => new Map(), // a new store is empty

    find: (queue, sequence) => {
      const found = kept.get(sequence)
      return found?.queue === queue ? found.message : undefined
    },

    read(queue, sequence) {
      const found = kept.get(sequence)
      if (found?.queue !== queue) return undefined
      return { message: found.message, body: found.message.bodyFile ? undefined : found.body }
    },

    expired: (now, limit) =>
      [...kept.values()]
        .filter(({ message }) => (message.expiresAt ?? Number.POSITIVE_INFINITY) <= now)
        .sort((a, b) => (a.message.expiresAt as number) - (b.message.expiresAt as number))
        .slice(0, limit)
        .map(({ queue, message }) => ({ queue, message })),

    body: (sequence) => kept.get(sequence)?.body,
  }

  function check(change: StoreChange): void {
    if (change.type === 'add' && kept.has(change.message.sequence)) {
      throw new MessageStoreError('failed', `memory: sequence ${change.message.sequence} is taken`)
    }
  }

  function apply(change: StoreChange): void {
    if (change.type === 'add') kept.set(change.message.sequence, change)
    else if (change.type === 'remove') kept.delete(change.sequence)
    else if (change.type === 'setBackoutCount') setBackoutCount(change)
    else if (change.type === 'removeObject') objects.delete(change.id)
    else saveObject(change.object)
  }

  function setBackoutCount({ sequence, backoutCount }: SetBackoutCount): void {
    const found = kept.get(sequence)
    if (!found) return
    const descriptor = { ...found.message.descriptor, backoutCount }
    kept.set(sequence, { ...found, message: { ...found.message, descriptor } })
  }

  function saveObject(object: StoredObject): void {
    const { kind, name } = object.record
    const before = [...objects.values()].find(({ record }) => record.kind === kind && record.name === name)
    if (before) objects.delete(before.id)
    objects.set(object.id, object)
  }

  return {
    messages,
    bodies: memoryBodies(),
    objects: () => [...objects.values()].sort(byName),
    firstBlock: 0,
    takePreserved() {
      const messages = parked.toSorted((a, b) => a.message.sequence - b.message.sequence)
      parked = []
      return messages
    },
    unusedBytes: () => 0,
    async commit(changes) {
      for (const change of changes) check(change)
      for (const change of changes) apply(change)
    },
    claimBlock: async () => blocks++,
    async preserve(messages) {
      parked = messages
    },
    close: async () => undefined,
  }
}

function memoryBodies(): BodyFileStore {
  const bodies = new Map<string, Buffer>()
  return {
    async write(body) {
      const name = randomUUID()
      bodies.set(name, body)
      return name
    },
    async read(name) {
      const body = bodies.get(name)
      if (!body) throw new MessageStoreError('failed', `memory: there is no body ${name}`)
      return body
    },
    async remove(name) {
      bodies.delete(name)
    },
  }
}

function byName(a: StoredObject, b: StoredObject): number {
  return sortKey(a) < sortKey(b) ? -1 : 1
}

function sortKey({ record }: StoredObject): string {
  return `${record.kind} ${record.name}`
}
