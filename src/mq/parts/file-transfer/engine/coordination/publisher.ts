/** Publishes at the coordination queue manager, through its queue `SYSTEM.FTE`, which its coordinator reads. */
import type { Log } from '../../../../../shared/lib/output/log.ts'
import type { Connection, QueueManager, UnitOfWork } from '../../../../manager/index.ts'
import { defineObjects, renderCoordinationObjects } from '../queues/agent-objects.ts'
import { commitTogether } from '../queues/journal.ts'
import { parseAgentJson } from '../types/frame.ts'
import { formats, internalPrincipal, publicationQueue } from '../types/names.ts'

interface PublishOptions {
  readonly unitOfWork?: UnitOfWork | undefined
  readonly retain?: boolean
  /** The lifetime in milliseconds of a publication that may be lost; undefined for one that may not. */
  readonly lifetimeMs?: number
}

/** The body of a message on the queue `SYSTEM.FTE`. */
type PublicationMessage = { readonly topic: string; readonly retain: boolean; readonly content: unknown }

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

export type Coordinator = Readonly<Awaited<ReturnType<typeof openCoordinator>>>

/** Starts the coordinator of a running queue manager. Rejects with an `MqError`. */
export async function openCoordinator(manager: QueueManager, log: Log) {
  const connection = manager.connect(internalPrincipal, { name: 'SYSTEM.FTE', isSystem: true })
  const stop = new AbortController()
  try {
    await defineObjects(connection, renderCoordinationObjects())
  } catch (error) {
    await connection.close()
    throw error
  }
  const ended = publishAll(connection, stop.signal, log)
    .catch(() => undefined) // the queue manager has ended; the coordinator starts again with it
    .finally(() => connection.close())
  return {
    /** Resolves when the coordinator has stopped. */
    ended,
    async close(): Promise<void> {
      stop.abort(new Error('the coordinator ends'))
      await ended
    },
  }
}

async function publishAll(connection: Connection, signal: AbortSignal, log: Log): Promise<void> {
  const input = connection.open(publicationQueue, { mode: 'input' })
  while (!signal.aborted) {
    await commitTogether(connection, async (unitOfWork) => {
      const message = await input.get({ waitMs: Number.POSITIVE_INFINITY, signal, unitOfWork })
      if (!message) return
      const publication = parsePublication(message.body)
      if (!publication) {
        log.warn({ queue: publicationQueue }, 'a message is not a publication of an agent and is discarded')
        return
      }
      const { topic, retain, content } = publication
      const { persistence, expiry } = message
      const body = Buffer.from(JSON.stringify(content))
      await connection.publish(topic, { body, format: 'MQSTR', persistence, expiry, retain }, { unitOfWork })
    })
  }
}

function parsePublication(body: Buffer): PublicationMessage | undefined {
  try {
    const message = parseAgentJson(body) as PublicationMessage
    return message.topic.startsWith('SYSTEM.FTE/') ? message : undefined
  } catch {
    return undefined
  }
}
