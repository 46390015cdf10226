/** MQPUT1 and publishing: from a message and a destination to drafts on local queues. */

import { checkPublishable } from '../pubsub/topic-strings.ts'
import type { Delivery, Draft } from '../queues/delivery.ts'
import { noId } from '../queues/message-ids.ts'
import { mqError } from '../reasons.ts'
import { forTransmission } from '../routing/headers.ts'
import type { QueueRoute } from '../routing/resolve.ts'
import { withStream } from '../routing/streams.ts'
import type { Running } from '../running.ts'
import type { ObjectRecord } from '../runtime.ts'
import type { AttributeValue, Destination, NewMessage, PutResult } from '../types.ts'
import type { Access } from './access.ts'
import { storable } from './messages.ts'
import { checkUnprotectedPut } from './protection.ts'

export interface PutTools {
  readonly running: Running
  readonly access: Access
  /** MQMD.PutApplName. */
  readonly applicationName: string
}

/** What a message takes from the object that it is put to. */
interface Defaults {
  readonly persistent: boolean
  readonly priority: number
  /** Milliseconds; the shortest counts. */
  readonly maxExpiry: number | undefined
}

export async function put(tools: PutTools, target: Destination, message: NewMessage): Promise<PutResult> {
  const { running, access } = tools
  const route = running.resolver.forPut(target)
  if ('named' in route && route.named) access.checkRemote(route.named, route.opened.name)
  else access.checkQueue(route.opened.name, 'PUT')
  checkUnprotectedPut(running.objects, route.opened.name, 'queue' in route ? route.queue.name : '')

  if ('topic' in route) {
    await publish(tools, route.topic, { ...message, retain: false })
    return { messageId: running.delivery.newMessageId() }
  }
  const draft = draftFor(tools, message, defaultsOf(route))
  checkDraft(running, route, draft)
  return access.using(route.queue, 'output', async () => {
    const target = { queue: route.queue, draft: wrapped(running.delivery, route, draft) }
    const targets = withStream(running.resolver, target, running.delivery.newMessageId)
    const [messageId] = await running.delivery.put(targets)
    return { messageId: messageId as Buffer }
  })
}

export async function publish(
  tools: PutTools,
  topicString: string,
  message: NewMessage & { retain?: boolean },
): Promise<void> {
  const { running, access } = tools
  checkPublishable(topicString)
  access.checkTopic(topicString, 'PUB')
  const { topics } = running
  const draft = draftFor(tools, message, {
    persistent: topics.value(topicString, 'DEFPSIST') === 'YES',
    priority: Number(topics.value(topicString, 'DEFPRTY')),
    maxExpiry: tenths(topics.value(topicString, 'CAPEXPRY')),
  })
  checkLength(running, draft)
  await access.publishing(topicString, () =>
    running.publisher.publish(topicString, draft, message.retain === true),
  )
}

function draftFor(
  { running, access, applicationName }: PutTools,
  message: NewMessage,
  defaults: Defaults,
): Draft {
  const {
    persistence = 'asQueueDefault',
    priority = defaults.priority,
    expiry,
    replyTo,
    properties,
  } = message
  if (!Number.isInteger(priority) || priority < 0 || priority > 9) {
    throw mqError('MQRC_PRIORITY_ERROR', `priority ${priority} is not 0 to 9`)
  }
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
      ccsid: message.ccsid ?? 1208,
      backoutCount: 0,
      ...(replyTo && { replyTo: { queueManager: running.name, ...replyTo } }),
      ...(properties && { properties: storable(properties) }),
    },
  }
}

function defaultsOf({ opened, queue }: QueueRoute): Defaults {
  const caps = [tenths(opened.attributes.CAPEXPRY), queue.settings.maxExpiry].filter(
    (each) => each !== undefined,
  )
  return {
    persistent: opened.attributes.DEFPSIST === 'YES',
    priority: priorityOf(opened),
    maxExpiry: caps.length > 0 ? Math.min(...caps) : undefined,
  }
}

function checkDraft(running: Running, { queue }: QueueRoute, draft: Draft): void {
  checkLength(running, draft)
  if (!draft.persistent || !queue.settings.temporary) return
  const text = `${queue.name} is a temporary queue, it takes no persistent messages`
  throw mqError('MQRC_PERSISTENT_NOT_ALLOWED', text, { object: queue.name })
}

function checkLength(running: Running, { body }: Draft): void {
  const longest = running.attribute('MAXMSGL')
  if (typeof longest !== 'number' || body.length <= longest) return
  const text = `${body.length} bytes are more than the ${longest} that ${running.name} takes`
  throw mqError('MQRC_MSG_TOO_BIG_FOR_Q_MGR', text, { object: running.name })
}

function wrapped(delivery: Delivery, { remote }: QueueRoute, draft: Draft): Draft {
  if (!remote) return draft
  return forTransmission({ ...draft, messageId: draft.messageId ?? delivery.newMessageId() }, remote)
}

function expiryOf(expiry: number | undefined, cap: number | undefined, now: number): number | undefined {
  if (expiry !== undefined && !(expiry >= 0)) {
    throw mqError('MQRC_EXPIRY_ERROR', `expiry ${expiry} is not a number of milliseconds`)
  }
  if (expiry === undefined && cap === undefined) return undefined
  return now + Math.min(expiry ?? Number.POSITIVE_INFINITY, cap ?? Number.POSITIVE_INFINITY)
}

function priorityOf({ attributes }: ObjectRecord): number {
  return typeof attributes.DEFPRTY === 'number' ? attributes.DEFPRTY : 0
}

function tenths(value: AttributeValue | undefined): number | undefined {
  return typeof value === 'number' ? value * 100 : undefined
}

/** An id of zeros is none. */
function id(given: Buffer | undefined, what: string): Buffer | undefined {
  if (given && given.length !== noId.length) {
    throw mqError('MQRC_MD_ERROR', `a ${what} id has 24 bytes, not ${given.length}`)
  }
  return given && !given.equals(noId) ? given : undefined
}
