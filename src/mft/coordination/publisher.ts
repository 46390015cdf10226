/**
 * Publishes at the coordination queue manager. The publication is put to its queue `SYSTEM.FTE`, over a channel when
 * it is another queue manager, and the coordinator there publishes it.
 */
import type { Log } from '../../lib/output/log.ts'
import type { Connection, UnitOfWork } from '../../qm/index.ts'
import { formats, publicationQueue } from '../types/names.ts'

export interface PublishOptions {
  readonly unitOfWork?: UnitOfWork
  readonly retain?: boolean
  /** The lifetime in milliseconds of a publication that may be lost; undefined for one that may not. */
  readonly lifetimeMs?: number
}

/** The body of a message on the queue `SYSTEM.FTE`. */
export interface PublicationMessage {
  readonly topic: string
  readonly retain: boolean
  readonly content: unknown
}

export class Publisher {
  readonly #connection: Connection
  readonly #qmgrName: string
  readonly #log: Log
  #isReachable = true

  constructor(connection: Connection, coordinationQmgr: string, log: Log) {
    this.#connection = connection
    this.#qmgrName = coordinationQmgr
    this.#log = log
  }

  /** Publishes. A publication that cannot be put is logged: files are transferred without a coordination queue manager. */
  async publish(topic: string, content: object, options: PublishOptions = {}): Promise<void> {
    const { unitOfWork, retain = false, lifetimeMs } = options
    const body = Buffer.from(JSON.stringify({ topic, retain, content } satisfies PublicationMessage))
    const message = {
      body,
      format: formats.publication,
      expiry: lifetimeMs,
      persistence: lifetimeMs === undefined ? ('persistent' as const) : ('nonPersistent' as const),
    }
    const target = { queue: publicationQueue, queueManager: this.#qmgrName }
    try {
      await this.#connection.put(target, message, { unitOfWork })
      this.#isReachable = true
    } catch (error) {
      if (this.#isReachable)
        this.#log.warn({ err: error, qmgr: this.#qmgrName }, 'the coordination queue manager cannot be reached')
      this.#isReachable = false
    }
  }
}
