/** Implements MQPUT1 and publishing: resolves the destination and builds message drafts. */
import { emptyId } from '../messages/message-id-generator.ts'
import type { MessageDraft, MessagePersistence } from '../persistence/message-persistence.ts'
import { checkPublishable } from '../pubsub/topic-strings.ts'
import { addTransmissionHeader } from '../routing/message-headers.ts'
import type { QueueRoute } from '../routing/name-resolver.ts'
import { addStreamCopy } from '../routing/streaming-queue.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { StoredProperty } from '../store/message-store.ts'
import type { AttributeValue } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { Destination, MessageContext, NewMessage, PutOptions, PutResult } from '../types/message.ts'
import { serializeProperties } from './build-message.ts'
import { ownUnitOfWork } from './connection-work.ts'
import { checkUnprotectedPut, type ObjectAccess } from './object-access.ts'

/** The maximum number of properties of a message: each selector and each response reads them. */
const maxProperties = 1000

export interface PutContext {
  readonly running: RunningQueueManager
  readonly access: ObjectAccess
  /** MQMD.PutApplName. */
  readonly applicationName: string
}

/** The defaults that a message takes from the object to which it is put. */
type PutDefaults = Readonly<ReturnType<typeof defaultsOf>>

/** Puts a message (MQPUT). Resolves after the commit; in a unit of work, before it. Rejects with an `MqError`. */
export async function putMessage(
  context: PutContext,
  target: Destination,
  message: NewMessage,
  options: PutOptions = {},
): Promise<PutResult> {
  const { running, access } = context
  const route = running.resolver.resolvePut(target)
  if ('explicitManager' in route && route.explicitManager)
    access.checkRemoteManagerAuthority(route.explicitManager, route.openedObject.name)
  else access.checkQueueAuthority(route.openedObject.name, 'PUT')
  checkUnprotectedPut(running.objects, route.openedObject.name, 'queue' in route ? route.queue.name : '')

  if ('topicString' in route) {
    await publishMessage(context, route.topicString, { ...message, retain: false }, options)
    return { messageId: running.delivery.newMessageId() }
  }
  const unitOfWork = ownUnitOfWork(options.unitOfWork)
  if (options.context) access.checkContextAuthority(route.openedObject.name)
  const draft = draftFor(context, message, defaultsOf(route), options.context)
  checkDraft(running, route, draft)
  const closeHandle = access.openHandle(route.queue, 'output')
  try {
    const target = { queue: route.queue, draft: wrapped(running.delivery, route, draft) }
    const targets = addStreamCopy(running.resolver, target, running.delivery.newMessageId)
    const [messageId] = await running.delivery.put(targets, unitOfWork)
    return { messageId: messageId as Buffer }
  } finally {
    closeHandle()
  }
}

/** Publishes a message on a topic string. Rejects with an `MqError`: 2035, 2425, or that of a required delivery. */
export async function publishMessage(
  context: PutContext,
  topicString: string,
  message: NewMessage & { retain?: boolean },
  options: PutOptions = {},
): Promise<void> {
  const { running, access } = context
  checkPublishable(topicString)
  access.checkTopicAuthority(topicString, 'PUB')
  const { topics } = running
  const defaults = {
    persistent: topics.resolveAttribute(topicString, 'DEFPSIST') === 'YES',
    priority: Number(topics.resolveAttribute(topicString, 'DEFPRTY')),
    maxExpiry: parseTenths(topics.resolveAttribute(topicString, 'CAPEXPRY')),
  }
  const draft = draftFor(context, message, defaults, options.context)
  checkSize(running, draft)
  const unitOfWork = ownUnitOfWork(options.unitOfWork)
  await access.runAsPublisher(topicString, () =>
    running.publisher.publish(topicString, draft, { retain: message.retain === true, unitOfWork }),
  )
}

function draftFor(
  { running, access, applicationName }: PutContext,
  message: NewMessage,
  defaults: PutDefaults,
  context?: MessageContext,
): MessageDraft {
  const {
    persistence = 'asQueueDefault',
    priority = defaults.priority,
    expiry,
    replyTo,
    group,
    amqp,
    properties,
  } = message
  if (!Number.isInteger(priority) || priority < 0 || priority > 9)
    throw mqError('MQRC_PRIORITY_ERROR', `priority ${priority} is not 0 to 9`)
  const now = running.clock()
  return {
    body: message.body,
    persistent: persistence === 'asQueueDefault' ? defaults.persistent : persistence === 'persistent',
    messageId: id(message.messageId, 'message'),
    correlationId: id(message.correlationId, 'correlation'),
    expiresAt: expiryOf(expiry, defaults.maxExpiry, now),
    descriptor: {
      format: message.format,
      priority,
      putAt: now,
      userId: access.principal.name,
      applicationName,
      ...context,
      ccsid: message.ccsid ?? 1208,
      backoutCount: 0,
      replyTo: replyTo && { ...replyTo, queueManager: replyTo.queueManager ?? running.name },
      group,
      amqp,
      properties: properties && Object.keys(properties).length > 0 ? serializeProperties(properties) : undefined,
    },
  }
}

function defaultsOf({ openedObject: opened, queue }: QueueRoute) {
  const caps = [parseTenths(opened.attributes.CAPEXPRY), queue.settings.maxExpiryMs].filter(
    (each) => each !== undefined,
  )
  return {
    persistent: opened.attributes.DEFPSIST === 'YES',
    priority: typeof opened.attributes.DEFPRTY === 'number' ? opened.attributes.DEFPRTY : 0,
    /** The shortest CAPEXPRY on the way to the queue, in milliseconds. */
    maxExpiry: caps.length > 0 ? Math.min(...caps) : undefined,
  }
}

function checkDraft(running: RunningQueueManager, { queue }: QueueRoute, draft: MessageDraft): void {
  checkSize(running, draft)
  if (!draft.persistent || !queue.settings.isTemporary) return
  const text = `${queue.name} is a temporary queue, it takes no persistent messages`
  throw mqError('MQRC_PERSISTENT_NOT_ALLOWED', text, { object: queue.name })
}

/** Throws reason code 2031 for a body above MAXMSGL, and 2320 for too many properties, or more bytes than MAXPROPL. */
function checkSize(running: RunningQueueManager, { body, descriptor }: MessageDraft): void {
  if (descriptor.properties) checkProperties(running, descriptor.properties)
  const longest = running.attribute('MAXMSGL')
  if (typeof longest !== 'number' || body.length <= longest) return
  const text = `${body.length} bytes are more than the ${longest} that ${running.name} takes`
  throw mqError('MQRC_MSG_TOO_BIG_FOR_Q_MGR', text, { object: running.name })
}

function checkProperties(running: RunningQueueManager, properties: Readonly<Record<string, StoredProperty>>): void {
  const entries = Object.entries(properties)
  const most = running.attribute('MAXPROPL')
  let bytes = 0
  if (typeof most === 'number')
    for (const [name, { value }] of entries) bytes += Buffer.byteLength(name) + Buffer.byteLength(String(value))
  if (entries.length <= maxProperties && (typeof most !== 'number' || bytes <= most)) return
  const text =
    entries.length > maxProperties
      ? `the message has ${entries.length} properties; at most ${maxProperties} are accepted`
      : `the properties have ${bytes} bytes; MAXPROPL of ${running.name} accepts ${most}`
  throw mqError('MQRC_PROPERTIES_TOO_BIG', text, { object: running.name })
}

function wrapped(delivery: MessagePersistence, { remote }: QueueRoute, draft: MessageDraft): MessageDraft {
  if (!remote) return draft
  return addTransmissionHeader({ ...draft, messageId: draft.messageId ?? delivery.newMessageId() }, remote)
}

function expiryOf(expiry: number | undefined, cap: number | undefined, now: number): number | undefined {
  if (expiry !== undefined && !(expiry >= 0))
    throw mqError('MQRC_EXPIRY_ERROR', `expiry ${expiry} is not a number of milliseconds`)
  if (expiry === undefined && cap === undefined) return undefined
  return now + Math.min(expiry ?? Number.POSITIVE_INFINITY, cap ?? Number.POSITIVE_INFINITY)
}

function parseTenths(value: AttributeValue | undefined): number | undefined {
  return typeof value === 'number' ? value * 100 : undefined
}

/** Returns undefined for an id of zeros, which means no id. */
function id(given: Buffer | undefined, what: string): Buffer | undefined {
  if (given && given.length !== emptyId.length)
    throw mqError('MQRC_MD_ERROR', `a ${what} id has 24 bytes, not ${given.length}`)
  return given && !given.equals(emptyId) ? given : undefined
}
