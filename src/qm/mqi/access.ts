/** How a connection gets at an object: allowed, open while a call is under way, closed after it. */

import type { QueueUse } from '../queues/open-counts.ts'
import type { Queue } from '../queues/queue.ts'
import { mqError } from '../reasons.ts'
import type { Running } from '../running.ts'
import type { Handle } from '../runtime.ts'
import type { Principal } from '../types.ts'
import type { OpenConnection } from './connections.ts'

/** MQOO_FAIL_IF_QUIESCING with MQOO_INPUT_AS_Q_DEF, MQOO_OUTPUT, MQOO_BROWSE. */
const openOptions: Readonly<Record<QueueUse, number>> = { input: 8193, output: 8208, browse: 8200 }

export class Access {
  readonly principal: Principal
  readonly #running: Running
  readonly #connection: OpenConnection

  constructor(running: Running, principal: Principal, connection: OpenConnection) {
    this.#running = running
    this.principal = principal
    this.#connection = connection
  }

  /** Throws 2035 unless the principal may do it with the queue. */
  checkQueue(name: string, authority: 'PUT' | 'GET' | 'BROWSE'): void {
    if (this.#running.authority.allows(this.principal, 'QUEUE', name, authority)) return
    throw notAuthorized(this.principal, authority, name)
  }

  /** A put to another queue manager: allowed on its name, or on the transmission queue. */
  checkRemote(manager: string, transmissionQueue: string): void {
    const { authority } = this.#running
    if (authority.allows(this.principal, 'RQMNAME', manager, 'PUT')) return
    if (authority.allows(this.principal, 'QUEUE', transmissionQueue, 'PUT')) return
    throw notAuthorized(this.principal, 'PUT', manager)
  }

  /** The topic objects at and above a topic string are asked, the nearest first, until one allows it. */
  checkTopic(topicString: string, authority: 'PUB' | 'SUB'): void {
    if (this.principal.privileged) return
    const topics = this.#running.topics.administering(topicString)
    const allowed = topics.some(({ name }) =>
      this.#running.authority.allows(this.principal, 'TOPIC', name, authority),
    )
    if (!allowed) throw notAuthorized(this.principal, authority, topics[0]?.name ?? topicString)
  }

  /** Is a publisher to the topic string while the work is under way. */
  publishing(topicString: string, work: () => Promise<void>): Promise<void> {
    return this.#running.publishers.during(topicString, this.#connection.status.id, work)
  }

  /** Has the queue open while the work is under way. */
  async using<T>(queue: Queue, use: QueueUse, work: () => Promise<T>): Promise<T> {
    const handle: Handle = {
      connection: this.#connection.status,
      objectName: queue.name,
      objectType: 'QUEUE',
      openOptions: openOptions[use],
      state: 'ACTIVE',
    }
    queue.open(handle, use)
    this.#connection.handles.add(handle)
    try {
      return await work()
    } finally {
      this.#connection.handles.delete(handle)
      queue.close(handle)
    }
  }
}

function notAuthorized({ name }: Principal, authority: string, object: string): Error {
  return mqError('MQRC_NOT_AUTHORIZED', `${name} has no ${authority} authority for ${object}`, { object })
}
