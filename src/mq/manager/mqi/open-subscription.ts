/** A subscription that a connection has open: created or resumed by MQSUB, closed by MQCLOSE. */
import { randomBytes } from 'node:crypto'
import { initialAttributes } from '../objects/definitions/object-definition.ts'
import type { PendingChange } from '../objects/object-catalog.ts'
import { objectDefinitions } from '../objects/object-definitions.ts'
import type { Queue } from '../queues/queue.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { Principal } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { GetOptions, Message } from '../types/message.ts'
import type { OpenQueue, SubscribeOptions, Subscription } from '../types/open-objects.ts'
import type { ObjectRecord, SubscriptionStatus } from '../types/services.ts'
import type { SmallSet } from '../types/small-set.ts'
import type { ObjectAccess } from './object-access.ts'

export interface OpenSubscriptionDeps {
  readonly running: RunningQueueManager
  readonly access: ObjectAccess
  /** The functions that the end of the connection calls. */
  readonly closers: SmallSet<() => Promise<void>>
  readonly connectionId: string
  /** Gets a message. `findQueue` is called within the call, so that its error is that of the call. */
  get(findQueue: () => Queue, options: GetOptions): Promise<Message | undefined>
  open(queue: Queue): OpenQueue
}

/** Resolves after the commit of a new subscription. Rejects with an `MqError`, also when the commit fails. */
export async function openSubscription(deps: OpenSubscriptionDeps, options: SubscribeOptions): Promise<Subscription> {
  const { running, access } = deps
  const isDurable = options.shared?.isDurable ?? options.durableName !== undefined
  const kind = { isDurable, isShared: options.shared !== undefined }
  access.checkTopicAuthority(options.topicString, 'SUB')
  const { value: kept, committed } = subscribe(running, access.principal, options)
  const subscription = buildSubscription(deps, kept.name, kept.attributes.DEST as string, kind)
  await committed.catch(async (error: unknown) => {
    await subscription.close()
    throw error
  })
  return subscription
}

function buildSubscription(
  { running, closers, connectionId, get, open }: OpenSubscriptionDeps,
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
    status.releasedAt = clock()
    if (!isDurable) await objects.removeNow('sub', name)
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
      await Promise.all([release(), removes && objects.removeNow('sub', name)])
    },
  }
}

/**
 * Creates the subscription, resumes the durable subscription with this name, or joins a shared one. Throws reason code
 * 2429 when it is in use and not shared, and 2432 when it has another topic string, or is shared with another selector.
 */
function subscribe(
  running: RunningQueueManager,
  principal: Principal,
  options: SubscribeOptions,
): PendingChange<ObjectRecord> {
  const { topicString, durableName, shared, selector = '' } = options
  const name = shared?.name ?? durableName
  const known = name === undefined ? undefined : running.objects.find('sub', name)
  if (!known) return running.objects.saveNow(recordFor(running, principal, options))
  if (running.subscriptions.isExpired(known.name)) {
    const removed = running.objects.removeNow('sub', known.name)
    const { value, committed } = running.objects.saveNow(recordFor(running, principal, options))
    return { value, committed: Promise.all([removed, committed]).then(() => undefined) }
  }

  const status = running.subscriptions.status(known.name)
  if (status?.connection && !(shared && status.sharers))
    throw mqError('MQRC_SUBSCRIPTION_IN_USE', `subscription ${known.name} is in use`, { object: known.name })
  const { TOPICSTR, DESTCLAS, SELECTOR } = known.attributes
  if (TOPICSTR === topicString && DESTCLAS === 'MANAGED' && (!shared || SELECTOR === selector))
    return resume(running, known, options)
  const text = `there is a subscription ${known.name} to "${TOPICSTR}" with the selector "${SELECTOR}"`
  throw mqError('MQRC_SUB_ALREADY_EXISTS', text, { object: known.name })
}

/** Gives a subscription of an application the expiry that its subscriber asks for now. */
function resume(
  { objects, clock }: RunningQueueManager,
  known: ObjectRecord,
  options: SubscribeOptions,
): PendingChange<ObjectRecord> {
  const EXPIRY = expiryOf(options)
  if (known.attributes.SUBTYPE !== 'API' || known.attributes.EXPIRY === EXPIRY)
    return { value: known, committed: Promise.resolve() }
  return objects.saveNow({ ...known, attributes: { ...known.attributes, EXPIRY }, altered: clock() })
}

/** Returns EXPIRY in tenths of a second. */
function expiryOf({ expirySeconds }: SubscribeOptions): number | 'UNLIMITED' {
  return expirySeconds === undefined ? 'UNLIMITED' : expirySeconds * 10
}

function recordFor(running: RunningQueueManager, principal: Principal, options: SubscribeOptions): ObjectRecord {
  const { topicString, durableName, shared, wildcards = 'TOPIC', userData = '', selector = '' } = options
  const isDurable = shared?.isDurable ?? durableName !== undefined
  const now = running.clock()
  return {
    kind: 'sub',
    name: shared?.name ?? durableName ?? `${running.name} ${randomBytes(12).toString('hex')}`,
    type: 'SUB',
    attributes: {
      ...initialAttributes(objectDefinitions.sub, 'SUB'),
      TOPICSTR: topicString,
      DESTCLAS: 'MANAGED',
      WSCHEMA: wildcards,
      USERDATA: userData,
      SELECTOR: selector,
      EXPIRY: expiryOf(options),
      SUBUSER: principal.name,
      SUBTYPE: 'API',
      DURABLE: isDurable ? 'YES' : 'NO',
    },
    created: now,
    altered: now,
  }
}
