/** A connection to a queue manager: the calls of the message queue interface, made as one principal. */

import { messageOf, summaryOf } from './messages.ts'
import type { Draft } from './queues/delivery.ts'
import type { Entry, Wanted } from './queues/entry.ts'
import { noId } from './queues/message-ids.ts'
import { anything, type Queue } from './queues/queue.ts'
import type { Waiter } from './queues/waiters.ts'
import { mqError } from './reasons.ts'
import type { Running } from './running.ts'
import type {
  ApplicationIdentity,
  CommandOutcome,
  Connection,
  Destination,
  GetOptions,
  JsonCommand,
  Message,
  MessageSummary,
  NewMessage,
  Principal,
  PutResult,
  QueueManager,
  Selection,
} from './types.ts'

export class ManagerConnection implements Connection {
  readonly manager: QueueManager
  readonly principal: Principal
  readonly #running: Running
  readonly #application: ApplicationIdentity
  #closed = false

  constructor(
    manager: QueueManager,
    running: Running,
    principal: Principal,
    application: ApplicationIdentity,
  ) {
    this.manager = manager
    this.principal = principal
    this.#running = running
    this.#application = application
  }

  async put({ queue: name }: Destination, message: NewMessage): Promise<PutResult> {
    const queue = this.#queue(name)
    const draft = this.#draft(message, queue)
    const [messageId] = await this.#running.delivery.put([{ queue, draft }])
    return { messageId: messageId as Buffer }
  }

  async get(name: string, options: GetOptions = {}): Promise<Message | undefined> {
    const { signal, wait = 0 } = options
    signal?.throwIfAborted()
    const queue = this.#queue(name)
    queue.checkGet()

    const wanted = wantedOf(options)
    const { delivery } = this.#running
    const entry = queue.take(wanted, (expired) => delivery.discard(queue, expired))
    if (entry) return this.#handOut(queue, entry, options)
    return wait > 0 ? this.#wait(queue, wanted, wait, options) : undefined
  }

  async browse(name: string, selection: Selection = {}): Promise<Message | undefined> {
    const queue = this.#queue(name)
    const wanted = wantedOf(selection)
    for (;;) {
      queue.checkGet()
      const [entry] = queue.list(wanted, 1)
      if (!entry) return undefined
      const body = await this.#running.delivery.read(entry)
      // Without a body it was taken by someone else while a file was read.
      if (body) return messageOf(entry, body, this.#running.clock())
    }
  }

  async list(name: string, options: Selection & { limit: number }): Promise<readonly MessageSummary[]> {
    const queue = this.#queue(name)
    const now = this.#running.clock()
    return queue.list(wantedOf(options), options.limit).map((entry) => summaryOf(entry, now))
  }

  async publish(_topicString: string, _message: NewMessage): Promise<void> {
    throw mqError('MQRC_UNEXPECTED_ERROR', 'not there yet')
  }

  async command(_text: string): Promise<CommandOutcome> {
    throw mqError('MQRC_UNEXPECTED_ERROR', 'not there yet')
  }

  async commandJson(_command: JsonCommand): Promise<CommandOutcome> {
    throw mqError('MQRC_UNEXPECTED_ERROR', 'not there yet')
  }

  async close(): Promise<void> {
    this.#closed = true
  }

  #queue(name: string): Queue {
    if (this.#closed) throw mqError('MQRC_CONNECTION_BROKEN', 'the connection is closed')
    const queue = this.#running.queues.find(name)
    if (!queue) throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no queue ${name}`, { object: name })
    return queue
  }

  #draft(message: NewMessage, queue: Queue): Draft {
    const { persistence = 'asQueueDefault', priority = queue.settings.defaultPriority, expiry } = message
    const now = this.#running.clock()
    return {
      body: message.body,
      persistent:
        persistence === 'asQueueDefault' ? queue.settings.defaultPersistent : persistence === 'persistent',
      messageId: given(message.messageId),
      correlationId: given(message.correlationId),
      expiresAt: expiry === undefined ? undefined : now + expiry,
      descriptor: {
        format: message.format,
        priority,
        putAt: now,
        userId: this.principal.name,
        applicationName: this.#application.name,
        ccsid: message.ccsid ?? 1208,
        backoutCount: 0,
        ...(message.replyTo && { replyTo: message.replyTo }),
      },
    }
  }

  async #handOut(queue: Queue, entry: Entry, { accepts, signal }: GetOptions): Promise<Message> {
    const summary = summaryOf(entry, this.#running.clock())
    if (accepts && !accepts(summary)) {
      queue.restore(entry)
      throw mqError('MQRC_FORMAT_ERROR', `format ${entry.descriptor.format} is not accepted`)
    }
    const body = await this.#running.delivery.remove(queue, entry, signal)
    return messageOf(entry, body, this.#running.clock())
  }

  #wait(queue: Queue, wanted: Wanted, wait: number, options: GetOptions): Promise<Message | undefined> {
    const { signal, accepts } = options
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        queue.leave(waiter)
      }
      const waiter: Waiter = {
        wanted,
        accepts: (entry) => {
          if (!accepts || accepts(summaryOf(entry, this.#running.clock()))) return true
          waiter.refused(mqError('MQRC_FORMAT_ERROR', `format ${entry.descriptor.format} is not accepted`))
          return false
        },
        served: (entry) => {
          settle()
          this.#handOut(queue, entry, signal ? { signal } : {}).then(resolve, reject)
        },
        refused(error) {
          settle()
          reject(error)
        },
      }
      const abort = () => waiter.refused(signal?.reason)
      const timer = setTimeout(() => {
        settle()
        resolve(undefined)
      }, wait)
      signal?.addEventListener('abort', abort, { once: true })
      queue.wait(waiter)
    })
  }
}

function wantedOf({ messageId, correlationId }: Selection): Wanted {
  if (!messageId && !correlationId) return anything
  return { messageId: given(messageId), correlationId: given(correlationId) }
}

/** An id of zeros is none. */
function given(id: Buffer | undefined): Buffer | undefined {
  return id && !id.equals(noId) ? id : undefined
}
