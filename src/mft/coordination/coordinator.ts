/** Publishes what agents put to the queue `SYSTEM.FTE` of a coordination queue manager. */
import type { Log } from '../../lib/output/log.ts'
import type { Connection, QueueManager } from '../../qm/index.ts'
import { defineObjects, renderCoordinationObjects } from '../queues/agent-objects.ts'
import { commitTogether } from '../queues/journal.ts'
import { internalPrincipal, publicationQueue } from '../types/names.ts'
import type { PublicationMessage } from './publisher.ts'

export interface Coordinator {
  /** Resolves when the coordinator has stopped. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Starts the coordinator of a running queue manager. Rejects with an `MqError`. */
export async function openCoordinator(manager: QueueManager, log: Log): Promise<Coordinator> {
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
    ended,
    async close() {
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
    const message = JSON.parse(body.toString('utf8')) as PublicationMessage
    return message.topic.startsWith('SYSTEM.FTE/') ? message : undefined
  } catch {
    return undefined
  }
}
