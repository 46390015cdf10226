/** The transactions that a client has declared and not discharged, each a unit of work of the queue manager. */
import { randomBytes } from 'node:crypto'
import type { Connection, UnitOfWork } from '../../qm/index.ts'
import { AmqpError } from '../protocol/errors.ts'

interface Transaction {
  readonly unitOfWork: UnitOfWork
  /** The puts that are in progress; a discharge waits for them. */
  readonly pending: Set<Promise<unknown>>
}

export class Transactions {
  readonly #connection: Pick<Connection, 'beginUnitOfWork'>
  readonly #open = new Map<string, Transaction>()

  constructor(connection: Pick<Connection, 'beginUnitOfWork'>) {
    this.#connection = connection
  }

  /** Returns the id of a new transaction in hexadecimal digits. */
  declare(): string {
    const id = randomBytes(8).toString('hex')
    this.#open.set(id, { unitOfWork: this.#connection.beginUnitOfWork(), pending: new Set() })
    return id
  }

  /** Returns the unit of work. Throws an `AmqpError` for an id that was not declared or is discharged. */
  find(id: string): UnitOfWork {
    return this.#find(id).unitOfWork
  }

  /** Runs work that adds to the transaction. */
  run<T>(id: string, work: (unitOfWork: UnitOfWork) => Promise<T>): Promise<T> {
    const { unitOfWork, pending } = this.#find(id)
    const running = work(unitOfWork)
    const settled: Promise<unknown> = running.catch(() => undefined).finally(() => pending.delete(settled))
    pending.add(settled)
    return running
  }

  /** Commits or backs out the transaction. Rejects with an `MqError` when the commit fails. */
  async discharge(id: string, { isFailed }: { isFailed: boolean }): Promise<void> {
    const { unitOfWork, pending } = this.#find(id)
    this.#open.delete(id)
    await Promise.all(pending)
    if (isFailed) await unitOfWork.backout()
    else await unitOfWork.commit()
  }

  /** Backs out the transactions of a coordinator link that ended. */
  async backOut(ids: Iterable<string>): Promise<void> {
    for (const id of ids) if (this.#open.has(id)) await this.discharge(id, { isFailed: true })
  }

  #find(id: string): Transaction {
    const transaction = this.#open.get(id)
    if (transaction) return transaction
    throw new AmqpError('amqp:transaction:unknown-id', `there is no transaction ${id}`)
  }
}
