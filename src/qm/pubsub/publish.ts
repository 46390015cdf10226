/** Publishing: which subscriptions get a publication, in what form, and what happens where one cannot be delivered. */
import type { Clock } from '../../lib/time/clock.ts'
import type { Delivery, Draft } from '../queues/delivery.ts'
import type { Target } from '../queues/puts.ts'
import type { Queue } from '../queues/queue.ts'
import { mqError } from '../reasons.ts'
import { forDeadLetter, forTransmission } from '../routing/headers.ts'
import type { Resolver } from '../routing/resolve.ts'
import { withStream } from '../routing/streams.ts'
import { MqError } from '../types.ts'
import type { Retained } from './retained.ts'
import type { LiveSubscription, LiveSubscriptions } from './subscriptions.ts'
import { hasWildcard, levelsOf, literalLevels } from './topic-strings.ts'
import type { TopicTree } from './topics.ts'

export interface PublisherTools {
  readonly manager: string
  readonly clock: Clock
  readonly topics: TopicTree
  readonly subscriptions: LiveSubscriptions
  readonly retained: Retained
  readonly resolver: Resolver
  readonly delivery: Delivery
  /** The dead-letter queue, if the queue manager has one. */
  deadLetterQueue(): Queue | undefined
}

export class Publisher {
  readonly #tools: PublisherTools

  constructor(tools: PublisherTools) {
    this.#tools = tools
  }

  /** Everyone gets it, or the publication fails as PMSGDLV and NPMSGDLV of the topic say. */
  async publish(topicString: string, draft: Draft, retain: boolean): Promise<void> {
    const { topics, subscriptions, delivery, resolver, retained } = this.#tools
    if (topics.value(topicString, 'PUB') === 'DISABLED') {
      const text = `publishing to "${topicString}" is inhibited`
      throw mqError('MQRC_PUT_INHIBITED', text, { object: topicString })
    }
    const receivers = highestLevel(
      subscriptions.matching(topicString).filter((each) => this.#receives(each, topicString, draft)),
    )
    const served: LiveSubscription[] = []
    const targets: Target[] = []
    for (const receiver of receivers) {
      const target = this.#target(receiver, topicString, draft)
      if (!target) continue
      served.push(receiver)
      targets.push(...withStream(resolver, target, delivery.newMessageId))
    }
    const keeper = retain ? retained.queue : undefined
    if (keeper) targets.push({ queue: keeper, draft: published(draft, topicString, '') })
    if (targets.length === 0) return

    const ids = await delivery.put(targets)
    if (keeper) retained.replace(topicString, ids.at(-1) as Buffer)
    for (const { status } of served) {
      status.messages++
      status.lastMessage = this.#tools.clock()
    }
  }

  /** Gives a new subscription what is retained where it listens. */
  async giveRetained(subscription: LiveSubscription): Promise<void> {
    const { retained, subscriptions, delivery } = this.#tools
    if (subscription.record.attributes.REQONLY === 'YES') return
    for (const topicString of [...retained.topics]) {
      if (!subscriptions.matching(topicString).includes(subscription)) continue
      const found = await retained.read(topicString)
      if (!found) continue
      const { messageId: _, ...entry } = found.entry
      const draft: Draft = { ...entry, messageId: undefined, body: found.body }
      if (subscription.selector?.(draft) === false) continue
      const target = this.#target(subscription, topicString, draft)
      if (target) await delivery.put([target])
    }
  }

  #receives(
    { record, topicString: pattern, schema, selector }: LiveSubscription,
    topicString: string,
    draft: Draft,
  ): boolean {
    if (record.attributes.REQONLY === 'YES' || selector?.(draft) === false) return false
    if (schema !== 'TOPIC' || !hasWildcard(pattern)) return true
    // WILDCARD(BLOCK) keeps out wildcards that begin above the topic object.
    return !this.#tools.topics
      .administering(topicString)
      .some(
        ({ attributes }) =>
          attributes.WILDCARD === 'BLOCK' &&
          literalLevels(pattern) < levelsOf(attributes.TOPICSTR as string).length,
      )
  }

  /** Where a subscription's copy goes: its destination, or the dead-letter queue; undefined when it may be left out. */
  #target(subscription: LiveSubscription, topicString: string, draft: Draft): Target | undefined {
    const { DEST, DESTQMGR } = subscription.record.attributes as Record<string, string>
    const copy = copyFor(subscription, topicString, draft)
    try {
      return this.#destined({ queue: DEST as string, queueManager: DESTQMGR as string }, copy)
    } catch (error) {
      if (!(error instanceof MqError)) throw error
      return this.#undelivered(subscription, topicString, copy, error)
    }
  }

  #destined(destination: { queue: string; queueManager: string }, copy: Draft): Target {
    const { resolver, delivery } = this.#tools
    const route = resolver.forPut(destination)
    if ('topic' in route) {
      throw mqError('MQRC_ALIAS_BASE_Q_TYPE_ERROR', `${destination.queue} stands for a topic`)
    }
    const { queue, remote } = route
    const local = forQueue(queue, copy)
    const draft = remote ? forTransmission({ ...local, messageId: delivery.newMessageId() }, remote) : local
    queue.checkPut(draft.body.length)
    return { queue, draft }
  }

  #undelivered(
    { record, status }: LiveSubscription,
    topicString: string,
    copy: Draft,
    error: MqError,
  ): Target | undefined {
    const { topics, manager, deadLetterQueue } = this.#tools
    const queue = topics.value(topicString, 'USEDLQ') === 'NO' ? undefined : deadLetterQueue()
    if (queue) {
      const meant = String(record.attributes.DEST)
      const draft = forDeadLetter(forQueue(queue, copy), { reason: error.reasonCode, queue: meant, manager })
      if (hasRoom(queue, draft)) return { queue, draft }
    }
    const rule = topics.value(topicString, copy.persistent ? 'PMSGDLV' : 'NPMSGDLV')
    if (rule === 'ALLAVAIL' || (rule === 'ALLDUR' && !status.durable)) return undefined
    const text = `subscription ${record.name} could not be given a publication to "${topicString}"`
    throw mqError('MQRC_PUBLICATION_FAILURE', text, { object: record.name, cause: error })
  }
}

/** Subscriptions of a lower level get what those above them publish again. */
function highestLevel(subscriptions: readonly LiveSubscription[]): LiveSubscription[] {
  const level = ({ record }: LiveSubscription) => (record.attributes.SUBLEVEL as number | undefined) ?? 1
  const highest = Math.max(...subscriptions.map(level))
  return subscriptions.filter((each) => level(each) === highest)
}

function copyFor({ record }: LiveSubscription, topicString: string, draft: Draft): Draft {
  const { DESTCORL, SUBID, PUBPRTY, PSPROP, USERDATA } = record.attributes
  // Whether its topic string and the user data go with it; how they do is the same for every other PSPROP.
  const copy =
    PSPROP === 'NONE' ? bare(draft) : published(draft, topicString, (USERDATA as string | undefined) ?? '')
  const priority = typeof PUBPRTY === 'number' ? PUBPRTY : copy.descriptor.priority
  return {
    ...copy,
    messageId: undefined,
    correlationId: Buffer.from((DESTCORL as string) || (SUBID as string), 'hex'),
    descriptor: { ...copy.descriptor, priority: PUBPRTY === 'ASQDEF' ? asQueueDefault : priority },
  }
}

const asQueueDefault = -1

/** What depends on the queue that a copy comes to lie on. */
function forQueue({ settings }: Queue, copy: Draft): Draft {
  const { descriptor } = copy
  const priority = descriptor.priority === asQueueDefault ? settings.defaultPriority : descriptor.priority
  // A temporary queue holds nothing that outlives it.
  return {
    ...copy,
    persistent: copy.persistent && !settings.temporary,
    descriptor: { ...descriptor, priority },
  }
}

function published(draft: Draft, topicString: string, userData: string): Draft {
  return { ...draft, descriptor: { ...draft.descriptor, publication: { topicString, userData } } }
}

function bare(draft: Draft): Draft {
  const { publication: _, ...descriptor } = draft.descriptor
  return { ...draft, descriptor }
}

function hasRoom(queue: Queue, draft: Draft): boolean {
  try {
    queue.checkPut(draft.body.length)
    return true
  } catch {
    return false
  }
}
