/** A database without tables whose answers a test chooses, for tests of when the store sends which statement. */
import { EventEmitter } from 'node:events'
import type { ExecutionContext } from 'ava'
import pg from 'pg'

type Row = Record<string, unknown>
type Answer = (values: readonly unknown[]) => Row[]

/** What the statements with which a connection begins look for: a primary, and the tables of this version. */
const setUp: Row = { is_standby: false, name: 'version', found: { version: 1, additions: 1 } }

export class FakeDatabase {
  /** The names of the statements in their order; those without a name by their first word. */
  readonly statements: string[] = []
  /** The time of the database, in milliseconds since the epoch. */
  now = 5_000_000
  readonly #clients = new Set<EventEmitter>()
  readonly #answers = new Map<string, Answer[]>()

  /** Puts the database in the place of every server until the test ends. The test must be serial. */
  install(t: ExecutionContext): this {
    const { Client } = pg
    t.teardown(() => {
      pg.Client = Client
    })
    const database = this
    pg.Client = class extends EventEmitter {
      async connect() {
        database.#clients.add(this)
      }
      async end() {
        database.#clients.delete(this)
      }
      async query(statement: string | { name: string; values: readonly unknown[] }) {
        await new Promise(setImmediate)
        if (typeof statement !== 'string') return { rows: database.#run(statement.name, statement.values) }
        database.statements.push(String(statement.split(' ')[0]))
        return { rows: [setUp] }
      }
    } as never
    return this
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#clients.size
  }

  /** Chooses the answers of the next statements with a name. */
  answer(name: string, ...answers: Answer[]): void {
    this.#answers.set(name, answers)
  }

  /** Ends all connections. */
  cut(): void {
    for (const client of this.#clients) client.emit('end')
  }

  /** Waits until a statement was sent so many times. */
  async received(name: string, times = 1): Promise<void> {
    while (this.statements.filter((each) => each === name).length < times) await new Promise(setImmediate)
  }

  #run(name: string, values: readonly unknown[]): Row[] {
    this.statements.push(name)
    const answer = this.#answers.get(name)?.shift()
    if (answer) return answer(values)
    return name === 'read-time' ? [{ now_ms: this.now }] : []
  }
}
