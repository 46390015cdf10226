/** A connection to a queue manager, on which one principal calls the message queue interface (MQI). */
import { readDisplayRevision, runJsonCommand, runTextCommand } from '../mqsc/index.ts'
import type { MessageUnitOfWork } from '../persistence/message-persistence.ts'
import type { Queue } from '../queues/queue.ts'
import type { WaitingGetter } from '../queues/waiting-getters.ts'
import type { OpenConnection } from '../running/open-connections.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import { toMqError } from '../store/message-store.ts'
import type {
  ApplicationIdentity,
  CommandOutcome,
  Connection,
  JsonCommand,
  MaxMessageLength,
  Principal,
  RequeuedMessage,
} from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type {
  Destination,
  GetOptions,
  Message,
  MessageSelection,
  MessageSummary,
  NewMessage,
  Publication,
  PutOptions,
  PutResult,
  UnitOfWork,
} from '../types/message.ts'
import type { OpenQueue, OpenQueueOptions, SubscribeOptions, Subscription } from '../types/open-objects.ts'
import type { QueueManager } from '../types/queue-manager.ts'
import type { AuthorityObjectType } from '../types/services.ts'
import { SmallSet } from '../types/small-set.ts'
import { endConnectionWork, ownUnitOfWork } from './connection-work.ts'
import { browseMessage, getMessage, listMessages } from './get.ts'
import { checkUnprotectedGet, ObjectAccess } from './object-access.ts'
import { createDynamicQueue, findMaxMessageLength, OpenQueueHandle } from './open-queue.ts'
import { type OpenSubscriptionDeps, openSubscription } from './open-subscription.ts'
import { type PutContext, publishMessage, putMessage } from './put.ts'
import { requeueMessage } from './requeue.ts'

export class QueueManagerConnection implements Connection {
  readonly manager: QueueManager
  readonly principal: Principal
  readonly #running: RunningQueueManager
  readonly #open: OpenConnection
  readonly #access: ObjectAccess
  readonly #putContext: PutContext
  readonly #waiting = new SmallSet<WaitingGetter>()
  /** Functions that remove the temporary objects of the connection when it ends. */
  readonly #closers = new SmallSet<() => Promise<void>>()
  #broken: (() => Error) | undefined

  /** Throws reason code 2035 when the principal may not connect. */
  constructor(
    manager: QueueManager,
    running: RunningQueueManager,
    principal: Principal,
    application: ApplicationIdentity,
  ) {
    if (!running.authority.allows(principal, 'QMGR', running.name, 'CONNECT')) {
      const text = `${principal.name} may not connect to ${running.name}`
      throw mqError('MQRC_NOT_AUTHORIZED', text, { object: running.name })
    }
    this.manager = manager
    this.principal = principal
    this.#running = running
    this.#open = running.connections.add(principal, application, (error) => {
      // The next start removes objects that cannot be removed now.
      this.#break(error).catch(() => undefined)
    })
    this.#access = new ObjectAccess(running, principal, this.#open)
    const { name: applicationName } = application
    this.#putContext = { running, access: this.#access, applicationName }
  }

  put(target: Destination, message: NewMessage, options?: PutOptions): Promise<PutResult> {
    return this.#call(() => putMessage(this.#putContext, target, message, options))
  }

  requeue(message: RequeuedMessage, unitOfWork: UnitOfWork): Promise<string | undefined> {
    return this.#call(() => requeueMessage(this.#running, message, ownUnitOfWork(unitOfWork) as MessageUnitOfWork))
  }

  findBackoutThreshold(name: string): { queue: string; threshold: number } {
    const queue = this.#running.resolver.resolveGet(name).name
    return { queue, threshold: Number(this.#running.objects.find('queue', queue)?.attributes.BOTHRESH ?? 0) }
  }

  readFill(name: string): { depth: number; oldestPutAt: number | undefined } | undefined {
    const route = this.#running.resolver.resolvePut({ queue: name })
    this.#access.checkQueueAuthority(name, 'PUT')
    if (!('queue' in route)) return undefined
    const { queue } = route
    return { depth: queue.depth, oldestPutAt: queue.oldestPutAt() }
  }

  beginUnitOfWork(): MessageUnitOfWork {
    if (this.#broken) throw this.#broken()
    const unit = this.#running.delivery.beginUnitOfWork({
      maxMessages: Number(this.#running.attribute('MAXUMSGS')),
      ended: (ended) => void this.#open.unitsOfWork.delete(ended),
    })
    this.#open.unitsOfWork.add(unit)
    return unit
  }

  maxMessageLength(queue?: string): MaxMessageLength {
    if (this.#broken) throw this.#broken()
    return findMaxMessageLength(this.#running, queue)
  }

  get(name: string, options: GetOptions = {}): Promise<Message | undefined> {
    return this.#call(() => {
      const queue = this.#running.resolver.resolveGet(name)
      this.#access.checkQueueAuthority(name, 'GET')
      checkUnprotectedGet(this.#running.objects, name, queue.name)
      return this.#get(queue, options)
    })
  }

  browse(name: string, selection: MessageSelection = {}): Promise<Message | undefined> {
    return this.#call(() => {
      const queue = this.#running.resolver.resolveGet(name)
      this.#access.checkQueueAuthority(name, 'BROWSE')
      checkUnprotectedGet(this.#running.objects, name, queue.name)
      return this.#access.runWithOpenQueue(queue, 'browse', () => browseMessage(this.#running, queue, selection))
    })
  }

  open(name: string, options: OpenQueueOptions): OpenQueue {
    if (this.#broken) throw this.#broken()
    const queue = this.#running.resolver.resolveGet(name)
    this.#access.checkQueueAuthority(name, options.mode === 'input' ? 'GET' : 'BROWSE')
    checkUnprotectedGet(this.#running.objects, name, queue.name)
    return this.#openHandle(queue, options)
  }

  #openHandle(queue: Queue, options: OpenQueueOptions): OpenQueue {
    const closeHandle = this.#access.openHandle(queue, options.mode, options.sharing)
    const end = async () => opened.close()
    const deps = {
      running: this.#running,
      waiting: this.#waiting,
      call: <T>(work: () => Promise<T>) => this.#call(work),
      close: () => {
        if (this.#closers.delete(end)) closeHandle()
      },
    }
    let opened: OpenQueueHandle
    try {
      opened = new OpenQueueHandle(queue, options, deps)
    } catch (error) {
      closeHandle()
      throw error
    }
    this.#closers.add(end)
    return opened
  }

  list(name: string, options: MessageSelection & { limit: number }): Promise<readonly MessageSummary[]> {
    return this.#call(async () => {
      const queue = this.#running.resolver.resolveBrowse(name)
      this.#access.checkQueueAuthority(name, 'BROWSE')
      return listMessages(this.#running, queue, options)
    })
  }

  countMessages(name: string): Promise<number> {
    return this.#call(async () => {
      const queue = this.#running.resolver.resolveBrowse(name)
      this.#access.checkQueueAuthority(name, 'BROWSE')
      return queue.depth
    })
  }

  publish(topicString: string, message: Publication, options?: PutOptions): Promise<void> {
    return this.#call(() => publishMessage(this.#putContext, topicString, message, options))
  }

  subscribe(options: SubscribeOptions): Promise<Subscription> {
    return this.#call(() => openSubscription(this.#subscriptionDeps, options))
  }

  createDynamicQueue(model: string, pattern = 'AMQ.*'): Promise<string> {
    return this.#call(async () => {
      const { value: kept, committed } = createDynamicQueue(this.#running, this.#access, model, pattern)
      const { name, attributes } = kept
      const remove = () => this.#running.objects.removeNow('queue', name)
      if (attributes.DEFTYPE === 'TEMPDYN') this.#closers.add(remove)
      await committed.catch((error: unknown) => {
        this.#closers.delete(remove)
        throw error
      })
      return name
    })
  }

  command(text: string): Promise<CommandOutcome> {
    return this.#call(() => runTextCommand(this.#running, this.principal, text))
  }

  commandJson(command: JsonCommand): Promise<CommandOutcome> {
    return this.#call(() => runJsonCommand(this.#running, this.principal, command))
  }

  holdsAuthority(objectType: AuthorityObjectType, name: string, authority: string): boolean {
    return this.#running.authority.allows(this.principal, objectType, name, authority)
  }

  displayRevision(keyword: string): string | undefined {
    const revision = readDisplayRevision(this.#running, keyword)
    // The counts begin again when the queue manager starts.
    return revision && `${this.manager.startedAt}.${revision}`
  }

  onEnd(listener: () => void): void {
    this.#closers.add(async () => listener())
  }

  close(): Promise<void> {
    return this.#break(() => mqError('MQRC_CONNECTION_BROKEN', 'the connection was closed'))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #get(queue: Queue, options: GetOptions): Promise<Message | undefined> {
    const source = { queue, waiting: this.#waiting }
    return this.#access.runWithOpenQueue(queue, 'input', () => getMessage(this.#running, source, options))
  }

  get #subscriptionDeps(): OpenSubscriptionDeps {
    return {
      running: this.#running,
      access: this.#access,
      closers: this.#closers,
      connectionId: this.#open.status.id,
      get: (findQueue, options) => this.#call(async () => this.#get(findQueue(), options)),
      open: (queue) => this.#openHandle(queue, { mode: 'input' }),
    }
  }

  /** Runs one MQI call. Rejects on a broken connection; an orderly end of the queue manager waits for the call. */
  async #call<T>(work: () => Promise<T>): Promise<T> {
    if (this.#broken) throw this.#broken()
    const { calls } = this.#running
    calls.begin()
    try {
      return await work()
    } catch (error) {
      throw toMqError(error)
    } finally {
      calls.end()
    }
  }

  /** Breaks the connection. Resolves when its temporary objects are removed. */
  #break(error: () => Error): Promise<void> {
    if (this.#broken) return resolved
    this.#broken = error
    this.#running.connections.remove(this.#open.status.id)
    const work = { waiting: this.#waiting, unitsOfWork: this.#open.unitsOfWork, closers: this.#closers }
    return endConnectionWork(work, error) ?? resolved
  }
}

/** The result for connections without work in progress. */
const resolved = Promise.resolve()
