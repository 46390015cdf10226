/**
 * A database in memory that knows the statements of the PostgreSQL store, for tests of what the store does with each answer.
 * `postgres-store.test.ts` runs the same store on a real server.
 */
import type { ExecutionContext } from 'ava'
import pg from 'pg'
import { copiedRow } from './copied-rows.ts'
import { applyCommit, emptySchema, type FakeSchema, type Row } from './fake-postgres-schema.ts'

type Values = readonly unknown[]

/** What a statement meets: an error before it is applied, or a lost answer after that. */
export interface StatementFault {
  readonly before?: Error
  readonly after?: Error
}

export class FakePostgres {
  readonly schemas = new Map<string, FakeSchema>()
  /** The names of the statements in their order; those without a name by their first word. */
  readonly statements: string[] = []
  /** The number of open connections. */
  connections = 0
  /** Called with each statement, which waits for the result. */
  onStatement: (name: string, values: Values) => StatementFault | undefined | Promise<StatementFault | undefined> =
    () => undefined

  /** Puts the database in the place of every server until the test ends. The test must be serial. */
  install(t: ExecutionContext): this {
    const { Client } = pg
    t.teardown(() => {
      pg.Client = Client
    })
    const database = this
    pg.Client = class {
      #isOpen = false
      on() {}
      async connect() {
        this.#isOpen = true
        database.connections += 1
      }
      async end() {
        if (this.#isOpen) database.connections -= 1
        this.#isOpen = false
      }
      query(statement: string | { name: string; text: string; values: Values } | pg.Submittable, values: Values = []) {
        if (typeof statement === 'string') return database.#run('', statement, values)
        if ('text' in statement) return database.#run(statement.name, statement.text, statement.values)
        return database.#copy(statement)
      }
    } as never
    return this
  }

  /** The only schema. */
  get schema(): FakeSchema {
    return [...this.schemas.values()][0] as FakeSchema
  }

  #last: Promise<unknown> = Promise.resolve()

  /** Runs the statements of all connections one after the other. */
  #run(name: string, text: string, values: Values): Promise<{ rows: Row[] }> {
    const answer = this.#last.then(async () => {
      await new Promise(setImmediate)
      const title = name || (text.trim().split(/\s/)[0] as string)
      this.statements.push(title)
      const fault = await this.onStatement(title, values)
      if (fault?.before) throw fault.before
      const rows = this.#answer(name, text, values)
      if (fault?.after) throw fault.after
      return { rows }
    })
    this.#last = answer.catch(() => undefined)
    return answer
  }

  #answer(name: string, text: string, values: Values): Row[] {
    const schemaName = /\bqm_\w+/.exec(`${text} ${values[0]}`)?.[0] ?? ''
    if (name === '') return this.#answerSetup(schemaName, text)
    if (name === 'drop' || name === 'undo-create') {
      this.schemas.delete(schemaName)
      return []
    }
    const schema = this.schemas.get(schemaName)
    if (!schema) throw Object.assign(new Error('no such table'), { code: '42P01' })
    return answers[name]?.(schema, values) ?? fail(`unknown statement ${name}: ${text}`)
  }

  /** The statements with which a connection begins. */
  #answerSetup(schemaName: string, text: string): Row[] {
    const exists = this.schemas.has(schemaName)
    if (text.includes('pg_is_in_recovery')) return [{ is_standby: false }]
    if (text.includes('to_regclass')) return [{ found: exists ? schemaName : null, name: exists ? schemaName : null }]
    if (text.includes('to_jsonb')) return [{ found: { version: 3, additions: 0 } }]
    if (text.includes('CREATE SCHEMA')) this.schemas.set(schemaName, emptySchema())
    return []
  }

  async #copy(query: pg.Submittable): Promise<void> {
    let text = ''
    query.submit({ query: (given: string) => (text = given) } as never)
    const copy = query as pg.Submittable & {
      handleCopyData(data: { chunk: Buffer }): void
      handleReadyForQuery(): void
      handleError(error: Error): void
    }
    const [, schemaName, after, limit] =
      /(qm_\w+)\.message AS stored\s+WHERE stored.sequence > (\d+) .* LIMIT (\d+)/.exec(text) ?? fail(text)
    this.statements.push('COPY')
    const fault = await this.onStatement('COPY', [Number(after)])
    await new Promise(setImmediate)
    if (fault?.before) return copy.handleError(fault.before)
    const rows = [...(this.schemas.get(String(schemaName))?.messages.values() ?? [])]
      .filter(({ sequence }) => Number(sequence) > Number(after))
      .sort((a, b) => Number(a.sequence) - Number(b.sequence))
      .slice(0, Number(limit))
    rows.forEach((row, index) => {
      const data = copiedRow(
        ...([row.queue, row.sequence, row.lane, row.foreign_id, row.correlation_id] as never[]),
        ...([row.expires_at, row.length, row.body_file, row.descriptor, row.backout_count] as never[]),
      )
      copy.handleCopyData({ chunk: index === 0 ? Buffer.concat([Buffer.alloc(19), data]) : data })
    })
    copy.handleReadyForQuery()
  }
}

function fail(message: string): never {
  throw new Error(message)
}

const answers: Record<string, (schema: FakeSchema, values: Values) => Row[]> = {
  create(schema, [, description, created]) {
    if (schema.owner.created !== undefined) return []
    Object.assign(schema.owner, { description, created })
    return [{}]
  },
  'read-owner': ({ owner }) => (owner ? [{ ...owner, is_complete: true }] : []),
  'read-version': ({ version = 0 }) => [{ version }],
  'read-fence': ({ owner }) => [{ fence: owner.fence }],
  acquire({ owner, lease }, [id, , permitsStandby]) {
    if (lease.instance !== null && lease.instance !== id) return []
    owner.fence += 1
    owner.blocks += 1
    Object.assign(lease, { instance: id, fence: owner.fence, permits_standby: permitsStandby, is_ended: false })
    return [{ fence: owner.fence, last_commit: owner.lastCommit, block: owner.blocks - 1 }]
  },
  renew: ({ lease }, [fence]) => (lease.fence === fence ? [{}] : []),
  release({ lease }, [fence, isEnded]) {
    if (lease.fence === fence) Object.assign(lease, { instance: null, is_ended: isEnded })
    return []
  },
  'read-lease': ({ lease }) => [{ ...lease, is_held: lease.instance !== null }],
  record(schema, [id, host, mode]) {
    schema.instances.set(id, { host, mode })
    return []
  },
  forget(schema, [id]) {
    schema.instances.delete(id)
    return []
  },
  instances: ({ instances }) => [...instances.values()],
  'active-instance': ({ instances, lease }) =>
    [...instances].flatMap(([id, row]) =>
      id === lease.instance ? [{ ...row, id, url: null, certificate: null, instance_secret: Buffer.from('s') }] : [],
    ),
  commit: (schema, values) => [{ outcome: applyCommit(schema, values) }],
  objects: ({ objects }) =>
    [...objects.values()]
      .toSorted((a, b) => Number(a.id) - Number(b.id))
      .map((row) => ({ ...row, id: String(row.id) })),
  preserved: ({ preserved }, [after]) =>
    [...preserved.values()]
      .filter(({ sequence }) => Number(sequence) > Number(after))
      .toSorted((a, b) => Number(a.sequence) - Number(b.sequence))
      .slice(0, 256),
  'clear-preserved'({ preserved, owner }, [fence]) {
    if (owner.fence === fence) preserved.clear()
    return []
  },
  'remove-unused-bodies'({ bodies, messages }) {
    const used = new Set([...messages.values()].map((row) => row.body_file))
    for (const name of bodies.keys()) if (!used.has(name)) bodies.delete(name)
    return []
  },
  'read-bodies'({ messages }, [wanted, maxBytes]) {
    let total = 0
    return (JSON.parse(String(wanted).replace('{', '[').replace('}', ']')) as number[]).flatMap((sequence, place) => {
      const row = messages.get(sequence)
      if (!row) return []
      total += (row.body as Buffer).length
      return place === 0 || total <= Number(maxBytes) ? [{ sequence, body: row.body }] : []
    })
  },
  'add-body'({ bodies }, [name, , bytes]) {
    bodies.set(name, [...(bodies.get(name) ?? []), Buffer.from(bytes as Buffer)])
    return []
  },
  'read-body': ({ bodies }, [name, part]) => {
    const bytes = bodies.get(name)?.[part as number]
    return bytes ? [{ bytes }] : []
  },
  'remove-body'({ bodies }, [name]) {
    bodies.delete(name)
    return []
  },
}
