/** Checks the authorities of a connection and the security policies of queues, and keeps handles open during its calls. */
import type { Queue } from '../queues/queue.ts'
import type { QueueOpenMode } from '../queues/queue-admission.ts'
import type { OpenConnection } from '../running/open-connections.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { Principal } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { InputSharing } from '../types/open-objects.ts'
import type { ObjectHandle, ObjectRecord, ObjectService } from '../types/services.ts'

/** MQOO_FAIL_IF_QUIESCING with MQOO_OUTPUT and MQOO_BROWSE. */
const openOptionsByMode = { output: 8208, browse: 8200 } as const
/** MQOO_FAIL_IF_QUIESCING with MQOO_INPUT_AS_Q_DEF, MQOO_INPUT_SHARED and MQOO_INPUT_EXCLUSIVE. */
const inputOptions: Readonly<Record<InputSharing, number>> = { asQueueDefault: 8193, shared: 8194, exclusive: 8196 }

export class ObjectAccess {
  readonly principal: Principal
  readonly #running: RunningQueueManager
  readonly #connection: OpenConnection

  constructor(running: RunningQueueManager, principal: Principal, connection: OpenConnection) {
    this.#running = running
    this.principal = principal
    this.#connection = connection
  }

  /** Throws reason code 2035 unless the principal has the authority for the queue. */
  checkQueueAuthority(name: string, authority: 'PUT' | 'GET' | 'BROWSE' | 'SETALL'): void {
    if (this.#running.authority.allows(this.principal, 'QUEUE', name, authority)) return
    throw notAuthorized(this.principal, authority, name)
  }

  /** Checks a put that sets the context of the message: SETALL on the queue and the queue manager. Throws 2035. */
  checkContextAuthority(queue: string): void {
    this.checkQueueAuthority(queue, 'SETALL')
    const { authority, name } = this.#running
    if (authority.allows(this.principal, 'QMGR', name, 'SETALL')) return
    throw notAuthorized(this.principal, 'SETALL', name)
  }

  /** Checks PUT for another queue manager's name (RQMNAME) or its transmission queue. Throws reason code 2035. */
  checkRemoteManagerAuthority(manager: string, transmissionQueue: string): void {
    const { authority } = this.#running
    if (authority.allows(this.principal, 'RQMNAME', manager, 'PUT')) return
    if (authority.allows(this.principal, 'QUEUE', transmissionQueue, 'PUT')) return
    throw notAuthorized(this.principal, 'PUT', manager)
  }

  /** Requires the authority on one of the topic objects at and above a topic string. Throws reason code 2035. */
  checkTopicAuthority(topicString: string, authority: 'PUB' | 'SUB'): void {
    if (this.principal.privileged) return
    const topics = this.#running.topics.findTopicObjects(topicString)
    const allowed = topics.some(({ name }) => this.#running.authority.allows(this.principal, 'TOPIC', name, authority))
    if (!allowed) throw notAuthorized(this.principal, authority, topics[0]?.name ?? topicString)
  }

  /** Registers the connection as a publisher to the topic string while the work runs. */
  async runAsPublisher(topicString: string, work: () => Promise<void>): Promise<void> {
    await this.#running.publishers.trackWhile(topicString, this.#connection.status.id, work)
  }

  /** Opens a handle for the queue while the work runs. */
  async runWithOpenQueue<T>(queue: Queue, use: QueueOpenMode, work: () => Promise<T>): Promise<T> {
    const close = this.openHandle(queue, use)
    try {
      return await work()
    } finally {
      close()
    }
  }

  /** Opens a handle; `sharing` applies to input. Returns the function that closes it. Throws like `Queue.open`. */
  openHandle(queue: Queue, use: QueueOpenMode, sharing: InputSharing = 'asQueueDefault'): () => void {
    const handle: ObjectHandle = {
      connection: this.#connection.status,
      objectName: queue.name,
      objectType: 'QUEUE',
      openOptions: use === 'input' ? inputOptions[sharing] : openOptionsByMode[use],
      state: 'ACTIVE',
    }
    queue.open(handle, use, sharing)
    this.#connection.handles.add(handle)
    return () => {
      this.#connection.handles.delete(handle)
      queue.close(handle)
    }
  }
}

function notAuthorized({ name }: Principal, authority: string, object: string): Error {
  return mqError('MQRC_NOT_AUTHORIZED', `${name} has no ${authority} authority for ${object}`, { object })
}

type Policies = Pick<ObjectService, 'find'>

/**
 * Enforces security policies. Messages of a queue with a policy must be signed or encrypted. The queue manager
 * and its web server have no keys, so puts and gets of such messages fail with reason code 2063.
 *
 * Throws reason code 2063 when a policy for one of these names requires protected messages.
 */
export function checkUnprotectedPut(objects: Policies, ...names: readonly string[]): void {
  for (const name of names) if (protects(objects.find('policy', name))) throw securityError(name)
}

/** Throws reason code 2063 when a policy for one of these names does not tolerate unprotected messages. */
export function checkUnprotectedGet(objects: Policies, ...names: readonly string[]): void {
  for (const name of names) {
    const policy = objects.find('policy', name)
    if (protects(policy) && policy?.attributes.TOLERATE !== 'YES') throw securityError(name)
  }
}

function protects(policy: ObjectRecord | undefined): boolean {
  return policy !== undefined && (policy.attributes.SIGNALG !== 'NONE' || policy.attributes.ENCALG !== 'NONE')
}

function securityError(name: string): Error {
  const text = `the security policy of ${name} wants protected messages, and there are no keys to protect them with`
  return mqError('MQRC_SECURITY_ERROR', text, { object: name })
}
