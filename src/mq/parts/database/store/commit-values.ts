/** Converts the changes of a commit to the arguments of `commit_2` in PostgreSQL. */
import type { PreservedMessage, StoreChange, StoredObject } from '../../../manager/store/message-store.ts'

/** What one call of `commit_2` stores. */
export interface CommitContents {
  /** The new number of claimed blocks of sequence numbers; undefined leaves it. */
  readonly blocks?: number
  /** Adds these non-persistent messages to those that are preserved. */
  readonly preserved?: readonly PreservedMessage[]
  readonly changes?: readonly StoreChange[]
}

/** The statement that takes the fence, the number of the commit, that of the one before, and `buildChangeValues`. */
export function commitStatement(schema: string) {
  const parameters = Array.from({ length: 27 }, (_, index) => `$${index + 1}`).join(', ')
  return { name: 'commit', text: `SELECT ${schema}.commit_2(${parameters}) AS outcome` }
}

/** Returns the arguments of `commit_2` after the first three, in their order. */
export function buildChangeValues(contents: CommitContents): unknown[] {
  const { blocks = null, preserved, changes = [] } = contents
  const added = preserved ?? changes.filter((change) => change.type === 'add')
  return [
    ...[blocks, preserved !== undefined],
    `{${changes.flatMap((change) => (change.type === 'remove' ? [change.sequence] : [])).join()}}`,
    ...backoutColumns(changes),
    ...objectColumns(changes),
    ...messageColumns(added),
  ]
}

/** The messages whose backout count changes, and the counts. Several changes of one message count as the last one. */
function backoutColumns(changes: readonly StoreChange[]): unknown[][] {
  const counts = new Map<number, number>()
  for (const change of changes) if (change.type === 'setBackoutCount') counts.set(change.sequence, change.backoutCount)
  return [[...counts.keys()], [...counts.values()]]
}

/** The columns of saved and removed objects, in the order of the changes. A removed one has only its id. */
function objectColumns(changes: readonly StoreChange[]): unknown[][] {
  const rows: (readonly unknown[])[] = []
  for (const change of changes) {
    if (change.type === 'saveObject') rows.push(objectRow(change.object))
    if (change.type === 'removeObject') rows.push([change.id, null, null, null, null, null, null])
  }
  return Array.from({ length: 7 }, (_, column) => rows.map((row) => row[column]))
}

function objectRow({ id, record }: StoredObject): readonly unknown[] {
  const { kind, name, type, attributes, created, altered } = record
  return [id, kind, name, type, JSON.stringify(attributes), Math.trunc(created), Math.trunc(altered)]
}

/** The columns of added messages. All their bytes are in one value, which is sent without a conversion to text. */
function messageColumns(added: readonly PreservedMessage[]): unknown[] {
  const columns = Array.from({ length: 11 }, () => '')
  const parts: Uint8Array[] = []
  let position = 1 // PostgreSQL counts bytes from 1
  for (const { queue, message, body } of added) {
    const { sequence, lane, expiresAt, length, bodyFile, foreignId, correlationId } = message
    const descriptor = Buffer.from(JSON.stringify(message.descriptor))
    const row = [
      ...[sequence, queue, lane, expiresAt, length, bodyFile, position],
      ...[foreignId?.length, correlationId?.length, descriptor.length, body.length],
    ]
    // The text form of an array: numbers, nulls and names need no quotes.
    row.forEach((value, column) => {
      columns[column] += `,${value ?? 'NULL'}`
    })
    if (foreignId) parts.push(foreignId)
    if (correlationId) parts.push(correlationId)
    parts.push(descriptor, body)
    position += (foreignId?.length ?? 0) + (correlationId?.length ?? 0) + descriptor.length + body.length
  }
  return [...columns.map((values) => `{${values.slice(1)}}`), Buffer.concat(parts)]
}
