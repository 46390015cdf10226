/** Converts the changes of a commit to the arguments of `commit_1` in PostgreSQL. */
import type { PreservedMessage, StoreChange, StoredObject } from '../message-store.ts'

/** What one call of `commit_1` stores. */
export interface CommitArguments {
  /** The number that identifies this instance as the active one. */
  readonly fence: number
  readonly number: number
  /** The new number of claimed blocks of sequence numbers; undefined leaves it. */
  readonly blocks?: number
  /** Adds these non-persistent messages to those that are preserved. */
  readonly preserved?: readonly PreservedMessage[]
  readonly changes?: readonly StoreChange[]
}

/** The statement that takes the values of `buildCommitValues`. */
export function commitStatement(schema: string) {
  const parameters = Array.from({ length: 26 }, (_, index) => `$${index + 1}`).join(', ')
  return { name: 'commit', text: `SELECT ${schema}.commit_1(${parameters}) AS outcome` }
}

/** Returns the arguments of `commit_1` in their order. */
export function buildCommitValues(commit: CommitArguments): unknown[] {
  const { fence, number, blocks = null, preserved, changes = [] } = commit
  const added = preserved ?? changes.filter((change) => change.type === 'add')
  return [
    ...[fence, number, blocks, preserved !== undefined],
    changes.flatMap((change) => (change.type === 'remove' ? [change.sequence] : [])),
    ...backoutColumns(changes),
    ...objectColumns(changes),
    ...messageColumns(added),
  ]
}

/** The messages whose backout count changes, and the counts. Several changes of one message count as the last one. */
function backoutColumns(changes: readonly StoreChange[]): unknown[][] {
  const counts = new Map<number, number>()
  for (const change of changes) {
    if (change.type === 'setBackoutCount') counts.set(change.sequence, change.backoutCount)
  }
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
  const columns: unknown[][] = Array.from({ length: 11 }, () => [])
  const parts: Uint8Array[] = []
  let position = 1 // PostgreSQL counts from 1
  for (const { queue, message, body } of added) {
    const { sequence, lane, foreignId, correlationId, expiresAt, length, bodyFile } = message
    const descriptor = Buffer.from(JSON.stringify(message.descriptor))
    const row = [
      ...[sequence, queue, lane, expiresAt ?? null, length, bodyFile ?? null, position],
      ...[foreignId?.length ?? null, correlationId?.length ?? null, descriptor.length, body.length],
    ]
    for (const [index, value] of row.entries()) columns[index]?.push(value)
    for (const part of [foreignId, correlationId, descriptor, body]) {
      if (!part) continue
      parts.push(part)
      position += part.length
    }
  }
  return [...columns.map(renderArray), Buffer.concat(parts)]
}

/**
 * Returns the text form of an array of numbers, nulls and names of bodies. None of these needs quotes, which the client
 * of PostgreSQL would check for each element.
 */
function renderArray(values: readonly unknown[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`
}
