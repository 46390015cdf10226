/** The channel initiators: each reads trigger messages and starts the channels that they name unless stopped. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { anyMessage, type QueuedMessage } from '../../manager/messages/queued-message.ts'
import type { ObjectCatalog } from '../../manager/objects/object-catalog.ts'
import type { MessagePersistence } from '../../manager/persistence/message-persistence.ts'
import type { LocalQueues } from '../../manager/queues/local-queues.ts'
import type { Queue } from '../../manager/queues/queue.ts'
import type { WaitingGetter } from '../../manager/queues/waiting-getters.ts'
import { parseTriggerMessage, type TriggerMessage } from '../../manager/routing/triggers.ts'
import { mqError } from '../../manager/types/errors.ts'
import type { ChannelInitiatorService, ObjectHandle } from '../../manager/types/services.ts'
import type { ChannelConnections } from './sessions/session-deps.ts'

export interface ChannelInitiatorDeps {
  readonly log: Log
  readonly objects: Pick<ObjectCatalog, 'list'>
  readonly queues: Pick<LocalQueues, 'find' | 'all'>
  readonly delivery: Pick<MessagePersistence, 'remove'>
  readonly connections: ChannelConnections
  readonly channels: {
    start(name: string): Promise<void>
    isStopped(name: string): boolean
    isActive(name: string): boolean
  }
  /** Puts a trigger message for a queue on which messages were left. */
  triggerAgain(queue: Queue): void
}

/** MQOO_INPUT_SHARED with MQOO_FAIL_IF_QUIESCING. */
const openOptions = 8194

type RunningInitiator = { close(): void }

export class ChannelInitiators implements ChannelInitiatorService {
  readonly #deps: ChannelInitiatorDeps
  readonly #running = new Map<string, RunningInitiator>()

  constructor(deps: ChannelInitiatorDeps) {
    this.#deps = deps
  }

  async start(name: string): Promise<void> {
    const queue = this.#deps.queues.find(name)
    if (!queue) throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no local queue ${name}`, { object: name })
    if (this.#running.has(name))
      throw mqError('MQRC_OBJECT_IN_USE', `a channel initiator reads ${name} already`, { object: name })
    queue.checkGet()
    this.#open(queue)
    // Messages that waited before the initiator began to read.
    for (const each of this.#deps.queues.all()) {
      if (each.settings.isTriggered && each.settings.initiationQueue === name) this.#deps.triggerAgain(each)
    }
  }

  isRunning(queue: string): boolean {
    return this.#running.has(queue)
  }

  close(): void {
    for (const running of [...this.#running.values()]) running.close()
  }

  #open(queue: Queue): void {
    const { connections, log } = this.#deps
    const application = { name: 'sluice channel initiator', isSystem: true }
    const open = connections.add({ name: 'mqm', groups: [], privileged: true }, application, () => running.close())
    const handle: ObjectHandle = {
      connection: open.status,
      objectName: queue.name,
      objectType: 'QUEUE',
      openOptions,
      state: 'ACTIVE',
    }
    const waiting: WaitingGetter = {
      filter: anyMessage,
      accepts: () => true,
      receive: (entry) => {
        queue.addWaitingGetter(waiting)
        this.#handle(queue, entry)
      },
      fail: (error) => {
        log.warn({ error: (error as Error).message, queue: queue.name }, 'the channel initiator ended')
        running.close()
      },
    }
    const running: RunningInitiator = {
      close: () => {
        if (!this.#running.delete(queue.name)) return
        queue.removeWaitingGetter(waiting)
        queue.close(handle)
        connections.remove(open.status.id)
      },
    }
    queue.open(handle, 'input')
    open.handles.add(handle)
    this.#running.set(queue.name, running)
    queue.addWaitingGetter(waiting)
    for (let entry = queue.messages.lockFirst(anyMessage); entry; entry = queue.messages.lockFirst(anyMessage))
      this.#handle(queue, entry)
  }

  #handle(queue: Queue, entry: QueuedMessage): void {
    this.#startChannel(queue, entry).catch((error: unknown) => {
      const details = { error: (error as Error).message, queue: queue.name }
      this.#deps.log.warn(details, 'a trigger message started no channel')
    })
  }

  async #startChannel(queue: Queue, entry: QueuedMessage): Promise<void> {
    const { delivery, channels, log } = this.#deps
    const trigger = parseTriggerMessage(await delivery.remove(queue, entry))
    if (!trigger) throw new Error(`message ${entry.messageId.toString('hex')} is no trigger message`)
    const channel = this.#findChannel(trigger)
    if (channels.isActive(channel)) return
    if (channels.isStopped(channel)) {
      log.warn({ channel, queue: trigger.queue }, 'a trigger message does not start the channel, which is stopped')
      return
    }
    await channels.start(channel)
  }

  /** Returns the channel that the trigger data names, otherwise the first one that sends from the queue. */
  #findChannel({ queue, data, userData }: TriggerMessage): string {
    const named = data || userData
    if (named) return named
    const channel = this.#deps.objects.list('channel').find(({ attributes }) => attributes.XMITQ === queue)
    if (channel) return channel.name
    throw new Error(`${queue} has no TRIGDATA, and no channel has XMITQ(${queue})`)
  }
}
