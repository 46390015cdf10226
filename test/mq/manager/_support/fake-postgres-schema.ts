/** The tables of one queue manager in `fake-postgres.ts`, and what `commit_2` does with them. */

export type Row = Record<string, unknown>

export interface FakeSchema {
  /** The version of the tables; 0 when it is left out. */
  version?: number
  owner: { fence: number; lastCommit: number; blocks: number; created?: number; description?: string }
  lease: { instance: unknown; fence: number; permits_standby: boolean; is_ended: boolean }
  readonly instances: Map<unknown, Row>
  objects: Map<unknown, Row>
  messages: Map<unknown, Row>
  preserved: Map<unknown, Row>
  readonly bodies: Map<unknown, Buffer[]>
}

export function emptySchema(): FakeSchema {
  return {
    owner: { fence: 0, lastCommit: 0, blocks: 0 },
    lease: { instance: null, fence: 0, permits_standby: false, is_ended: true },
    instances: new Map(),
    objects: new Map(),
    messages: new Map(),
    preserved: new Map(),
    bodies: new Map(),
  }
}

/** Applies all changes or none, and returns the outcome of `commit_2`. */
export function applyCommit(schema: FakeSchema, values: readonly unknown[]): string {
  const [fence, number, previous, blocks, isPreserved, removed, backedOut, counts] = values as [
    ...[number, number, number, number | null, boolean, string, number[], number[]],
  ]
  const { owner } = schema
  if (owner.fence !== fence) return 'fenced'
  if (owner.lastCommit !== previous) return owner.lastCommit < number ? 'skipped' : 'committed'

  const objects = new Map(schema.objects)
  const messages = new Map(schema.messages)
  const preserved = new Map(schema.preserved)
  applyObjects(objects, values.slice(8, 15) as unknown[][])
  addMessages(isPreserved ? preserved : messages, values.slice(15))
  backedOut.forEach((sequence, index) => {
    const row = messages.get(sequence)
    if (row) messages.set(sequence, { ...row, backout_count: counts[index] })
  })
  for (const sequence of parseArray(removed)) messages.delete(Number(sequence))
  Object.assign(schema, { objects, messages, preserved })
  Object.assign(owner, { lastCommit: number, blocks: blocks ?? owner.blocks })
  return 'committed'
}

function applyObjects(objects: Map<unknown, Row>, columns: unknown[][]): void {
  const [ids = []] = columns
  ids.forEach((id, index) => {
    const [, kind, name, type, attributes, created, altered] = columns.map((column) => column[index])
    if (kind === null) {
      objects.delete(id)
      return
    }
    for (const [other, row] of objects) if (row.kind === kind && row.name === name) objects.delete(other)
    objects.set(id, { id, kind, name, type, attributes, created, altered })
  })
}

function addMessages(table: Map<unknown, Row>, values: readonly unknown[]): void {
  const columns = values.slice(0, 11).map((each) => parseArray(each as string))
  const bytes = values[11] as Buffer
  for (const index of (columns[0] ?? []).keys()) {
    const [sequence, queue, lane, expiry, length, bodyFile, position, ...lengths] = columns.map(
      (column) => column[index] as string,
    ) as [string, string, string, string, string, string, string, ...string[]]
    let end = Number(position) - 1
    const [foreign, correlation, descriptor, body] = lengths.map((each) => {
      if (each === 'NULL') return null
      end += Number(each)
      return bytes.subarray(end - Number(each), end)
    })
    if (table.has(Number(sequence))) throw Object.assign(new Error('duplicate key'), { code: '23505' })
    table.set(Number(sequence), {
      sequence: Number(sequence),
      queue: Number(queue),
      lane: Number(lane),
      backout_count: null,
      foreign_id: foreign,
      correlation_id: correlation,
      length: Number(length),
      expires_at: expiry === 'NULL' ? null : Number(expiry),
      body_file: bodyFile === 'NULL' ? null : bodyFile,
      descriptor: String(descriptor),
      body,
    })
  }
}

function parseArray(text: string): string[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',')
}
