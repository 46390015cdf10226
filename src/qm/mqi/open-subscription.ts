/** A subscription that a connection has open: created or resumed by MQSUB, closed by MQCLOSE. */
import type { SmallSet } from '../../lib/collections/small-set.ts'
import type { Queue } from '../queues/queue.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { MqiRecorder } from '../statistics/mqi-recorder.ts'
import type { GetOptions, Message } from '../types/message.ts'
import type { OpenQueue } from '../types/open-queue.ts'
import { mqError } from '../types/reason-codes.ts'
import type { SubscriptionStatus } from '../types/services.ts'
import type { SubscribeOptions, Subscription } from '../types/subscription.ts'
import type { ObjectAccess } from './object-access.ts'
import { subscribe } from './subscribe.ts'

export interface OpenSubscriptionDeps {
  readonly running: RunningQueueManager
  readonly access: ObjectAccess
  readonly recorder: MqiRecorder
  /** The functions that the end of the connection calls. */
  readonly closers: SmallSet<() => Promise<void>>
  readonly connectionId: string
  /** Gets a message. `findQueue` is called within the call, so that its error is that of the call. */
  get(findQueue: () => Queue, options: GetOptions): Promise<Message | undefined>
  open(queue: Queue): OpenQueue
}

/** Resolves after the commit of a new subscription. */
export async function openSubscription(deps: OpenSubscriptionDeps, options: SubscribeOptions): Promise<Subscription> {
  const { running, access, recorder } = deps
  const isDurable = options.shared?.isDurable ?? options.durableName !== undefined
  const kind = { isDurable, isShared: options.shared !== undefined }
  try {
    access.checkTopicAuthority(options.topicString, 'SUB')
    const { value: kept, committed } = subscribe(running, access.principal, options)
    const subscription = buildSubscription(deps, kept.name, kept.attributes.DEST as string, kind)
    await committed.catch(async (error: unknown) => {
      await subscription.close()
      throw error
    })
    recorder.subscribed(isDurable ? 'durable' : 'nonDurable')
    return subscription
  } catch (error) {
    recorder.subscribed('failures')
    throw error
  }
}

function buildSubscription(
  { running, recorder, closers, connectionId, get, open }: OpenSubscriptionDeps,
  name: string,
  queueName: string,
  { isDurable, isShared }: { readonly isDurable: boolean; readonly isShared: boolean },
): Subscription {
  const { objects, queues, subscriptions, clock } = running
  const status = subscriptions.status(name) as SubscriptionStatus // every subscription has one
  const release = async () => {
    if (status.sharers) status.sharers--
    if (status.sharers) return // others share it
    status.connection = undefined
    if (!isDurable) {
      recorder.unsubscribed('nonDurable')
      await objects.removeNow('sub', name)
    }
  }
  status.connection = connectionId
  status.resumedAt = clock()
  if (isShared) status.sharers = (status.sharers ?? 0) + 1
  closers.add(release)

  const findQueue = () => {
    const queue = queues.find(queueName)
    if (queue) return queue
    throw mqError('MQRC_Q_DELETED', `${queueName} is no more`, { object: queueName })
  }

  return {
    name,
    queue: queueName,
    get: (options = {}) => get(findQueue, options),
    open: () => open(findQueue()),
    close: async (remove = false) => {
      if (!closers.delete(release)) return
      const removes = remove && (status.sharers ?? 1) <= 1
      if (removes && isDurable) recorder.unsubscribed('durable')
      await Promise.all([release(), removes && objects.removeNow('sub', name)])
    },
  }
}
