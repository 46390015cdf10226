/** The transactions of a client, each a unit of work, and the link that controls them (AMQP 1.0 part 4). */
import { randomBytes } from 'node:crypto'
import type { Connection, UnitOfWork } from '../../../manager/index.ts'
import { readSections } from '../messages/sections.ts'
import * as types from '../protocol/composites.ts'
import { AmqpError, toAmqpError } from '../protocol/errors.ts'
import { encodeComposite } from '../protocol/frames.ts'
import type { IncomingEndpoint } from '../protocol/incoming-endpoint.ts'
import {
  accepted,
  declared as declaredState,
  type EncodedState,
  fieldsOf,
  isDescribedAs,
  rejected,
} from '../protocol/states.ts'
import type { AmqpValue } from '../protocol/value-reader.ts'
import type { Link, LinkContext } from './link-context.ts'

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

/** The link on which a client declares and discharges transactions, AMQP 1.0 part 4. */
const credit = 100

export function openCoordinator(link: IncomingEndpoint, context: LinkContext): Link {
  const { transactions, reportError } = context
  const declared = new Set<string>()

  async function run(message: Buffer): Promise<EncodedState> {
    const request = readRequest(message)
    if (isDescribedAs(request, 0x31, 'amqp:declare:list')) {
      const id = transactions.declare()
      declared.add(id)
      return declaredState(id)
    }
    if (!isDescribedAs(request, 0x32, 'amqp:discharge:list'))
      throw new AmqpError('amqp:not-implemented', 'a coordinator accepts the messages declare and discharge')
    const [id, fail] = fieldsOf(request)
    const hex = Buffer.isBuffer(id) ? id.toString('hex') : ''
    await transactions.discharge(hex, { isFailed: fail === true })
    declared.delete(hex)
    return accepted
  }

  /** Returns the described list in the body of a message. */
  function readRequest(message: Buffer): AmqpValue | undefined {
    for (const { name, content } of readSections(message)) if (name === 'value') return content.read()
    return undefined
  }

  link.addCredit(credit)

  return {
    answer: { target: encodeComposite(types.coordinator, {}) },
    receive({ bytes, delivery }) {
      run(bytes).then(
        (state) => {
          link.session.settleIncoming(delivery, state)
          link.addCredit(1)
        },
        (error: unknown) => {
          link.session.settleIncoming(delivery, rejected(toAmqpError(error)))
          link.addCredit(1)
          reportError(error)
        },
      )
    },
    end: () => void transactions.backOut(declared).catch(reportError),
  }
}
