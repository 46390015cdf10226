/** Publishes messages: selects the subscriptions, builds their copies and handles copies that cannot be delivered. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { findFailure } from '../../../shared/lib/collections/attempt.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { MessageDraft, MessagePersistence, MessageUnitOfWork } from '../persistence/message-persistence.ts'
import type { PutTarget } from '../persistence/message-puts.ts'
import type { Queue } from '../queues/queue.ts'
import { addDeadLetterHeader, addTransmissionHeader } from '../routing/message-headers.ts'
import type { NameResolver } from '../routing/name-resolver.ts'
import { addStreamCopy } from '../routing/streaming-queue.ts'
import { MqError, mqError } from '../types/errors.ts'
import type { ActiveSubscription, ActiveSubscriptions } from './active-subscriptions.ts'
import type { RetainedPublications } from './retained-publications.ts'
import { TopicPatternTree } from './topic-pattern-tree.ts'
import { countLiteralLevels, hasWildcard, splitLevels } from './topic-strings.ts'
import type { TopicTree } from './topic-tree.ts'

export interface PublisherDeps {
  readonly manager: string
  readonly clock: Clock
  readonly topics: TopicTree
  readonly subscriptions: ActiveSubscriptions
  readonly retained: RetainedPublications
  readonly resolver: NameResolver
  readonly delivery: MessagePersistence
  /** Returns the dead-letter queue, if the queue manager has one. */
  deadLetterQueue(): Queue | undefined
}

export class Publisher {
  readonly #deps: PublisherDeps
  /** The selection that takes more than one turn. Later publications wait for it, so that they keep their order. */
  #selecting: Promise<unknown> | undefined

  constructor(deps: PublisherDeps) {
    this.#deps = deps
  }

  /** Publishes to every matching subscription. Rejects when a delivery fails that PMSGDLV or NPMSGDLV requires. */
  async publish(
    topicString: string,
    draft: MessageDraft,
    { retain, unitOfWork }: { retain: boolean; unitOfWork?: MessageUnitOfWork | undefined },
  ): Promise<void> {
    const { topics, delivery, retained } = this.#deps
    if (topics.resolveAttribute(topicString, 'PUB') === 'DISABLED')
      throw mqError('MQRC_PUT_INHIBITED', `publishing to "${topicString}" is inhibited`, { object: topicString })
    const selection = this.#select(topicString, draft)
    const receivers = highestLevel(selection instanceof Promise ? await selection : selection)
    const served: ActiveSubscription[] = []
    const targets: PutTarget[] = []
    try {
      for (const receiver of receivers) {
        const copies = this.#targets(receiver, topicString, draft)
        if (copies.length > 0) served.push(receiver)
        for (const copy of copies) {
          copy.queue.reservePut(copy.draft.body.length) // so that the next copy has a place of its own
          targets.push(copy)
        }
      }
    } finally {
      for (const { queue } of targets) queue.cancelPut()
    }
    const keeper = retain ? retained.queue : undefined
    if (keeper) targets.push({ queue: keeper, draft: published(draft, topicString, '') })
    if (targets.length === 0) return

    const ids = await delivery.put(targets, unitOfWork)
    const arrived = () => {
      if (keeper) retained.replace(topicString, ids.at(-1) as Buffer)
      for (const { status } of served) {
        status.messages++
        status.lastMessage = this.#deps.clock()
      }
    }
    if (unitOfWork) unitOfWork.whenCommitted(arrived)
    else arrived()
  }

  /** Sends the matching retained publications to a new subscription. */
  async sendRetained(subscription: ActiveSubscription): Promise<void> {
    const { retained, subscriptions, delivery } = this.#deps
    const pattern = new TopicPatternTree<ActiveSubscription>()
    pattern.add(subscription.topicString, subscription.schema, subscription)
    for (const [index, topicString] of [...retained.topics].entries()) {
      if (index % 200 === 199) await nextTurn()
      if (pattern.findMatches(topicString).size === 0) continue
      if (!subscriptions.findMatching(topicString).includes(subscription)) continue // it was altered or deleted
      const found = await retained.read(topicString)
      const draft: MessageDraft | undefined = found && { ...found.entry, messageId: undefined, body: found.body }
      if (draft && this.#receives(subscription, topicString, draft))
        await delivery.put(this.#targets(subscription, topicString, draft))
    }
  }

  /** Returns the subscriptions that receive a publication; a promise when their selectors take more than one turn. */
  #select(topicString: string, draft: MessageDraft): ActiveSubscription[] | Promise<ActiveSubscription[]> {
    const { subscriptions } = this.#deps
    const before = this.#selecting
    const candidates = subscriptions.findMatching(topicString).values()
    const selected: ActiveSubscription[] = []
    const selectInTurn = () => {
      const until = performance.now() + maxTurnMs
      for (const each of candidates) {
        if (this.#receives(each, topicString, draft)) selected.push(each)
        if (each.selector && performance.now() > until) return false
      }
      return true
    }
    if (!before && selectInTurn()) return selected

    const selecting = runInTurns(before, selectInTurn).finally(() => {
      if (this.#selecting === selecting) this.#selecting = undefined
    })
    this.#selecting = selecting
    // Subscriptions can be deleted meanwhile.
    return selecting.then(() => selected.filter(({ record }) => subscriptions.status(record.name)))
  }

  #receives(
    { record, topicString: pattern, schema, selector }: ActiveSubscription,
    topicString: string,
    draft: MessageDraft,
  ): boolean {
    if (record.attributes.REQONLY === 'YES' || selector?.(draft) === false) return false
    if (schema !== 'TOPIC' || !hasWildcard(pattern)) return true
    // WILDCARD(BLOCK) excludes subscriptions whose wildcard begins above the topic object.
    return !this.#deps.topics
      .findTopicObjects(topicString)
      .some(
        ({ attributes }) =>
          attributes.WILDCARD === 'BLOCK' &&
          countLiteralLevels(pattern) < splitLevels(attributes.TOPICSTR as string).length,
      )
  }

  /** Returns the targets of a copy: its destination or the dead-letter queue, and its stream; none when it may be dropped. */
  #targets(subscription: ActiveSubscription, topicString: string, draft: MessageDraft): readonly PutTarget[] {
    const { DEST, DESTQMGR } = subscription.record.attributes as Record<string, string>
    const copy = copyFor(subscription, topicString, draft)
    try {
      return this.#destined({ queue: DEST as string, queueManager: DESTQMGR as string }, copy)
    } catch (error) {
      if (!(error instanceof MqError)) throw error
      return this.#undelivered(subscription, topicString, copy, error)
    }
  }

  #destined(destination: { queue: string; queueManager: string }, copy: MessageDraft): readonly PutTarget[] {
    const { resolver, delivery } = this.#deps
    const route = resolver.resolvePut(destination)
    if ('topicString' in route) throw mqError('MQRC_ALIAS_BASE_Q_TYPE_ERROR', `${destination.queue} stands for a topic`)
    const { queue, remote } = route
    const local = forQueue(queue, copy)
    const draft = remote ? addTransmissionHeader({ ...local, messageId: delivery.newMessageId() }, remote) : local
    queue.checkPut(draft.body.length)
    return addStreamCopy(resolver, { queue, draft }, delivery.newMessageId)
  }

  #undelivered(
    { record, status }: ActiveSubscription,
    topicString: string,
    copy: MessageDraft,
    error: MqError,
  ): readonly PutTarget[] {
    const { topics, manager, resolver, delivery, deadLetterQueue } = this.#deps
    const queue = topics.resolveAttribute(topicString, 'USEDLQ') === 'NO' ? undefined : deadLetterQueue()
    if (queue) {
      const meant = String(record.attributes.DEST)
      const draft = addDeadLetterHeader(forQueue(queue, copy), { reason: error.reasonCode, queue: meant, manager })
      if (!findFailure(() => queue.checkPut(draft.body.length)))
        return addStreamCopy(resolver, { queue, draft }, delivery.newMessageId)
    }
    const rule = topics.resolveAttribute(topicString, copy.persistent ? 'PMSGDLV' : 'NPMSGDLV')
    if (rule === 'ALLAVAIL' || (rule === 'ALLDUR' && !status.durable)) return []
    const text = `subscription ${record.name} could not be given a publication to "${topicString}"`
    throw mqError('MQRC_PUBLICATION_FAILURE', text, { object: record.name, cause: error })
  }
}

/** The time after which the check of selectors goes on in another turn, in milliseconds. */
const maxTurnMs = 10

/** Runs `work` after `before`, a turn for each time, until it returns true. */
async function runInTurns(before: Promise<unknown> | undefined, work: () => boolean): Promise<void> {
  await before
  do await nextTurn()
  while (!work())
}

/** Selects the subscriptions with the highest SUBLEVEL, which republish to those of lower levels. */
function highestLevel(subscriptions: readonly ActiveSubscription[]): ActiveSubscription[] {
  const level = ({ record }: ActiveSubscription) => (record.attributes.SUBLEVEL as number | undefined) ?? 1
  const highest = Math.max(...subscriptions.map(level))
  return subscriptions.filter((each) => level(each) === highest)
}

function copyFor({ record }: ActiveSubscription, topicString: string, draft: MessageDraft): MessageDraft {
  const { DESTCORL, SUBID, PUBPRTY, PSPROP, USERDATA } = record.attributes
  // Only PSPROP(NONE) omits the topic string and the user data; the form of the properties is the same for all
  // other values.
  const copy = PSPROP === 'NONE' ? bare(draft) : published(draft, topicString, (USERDATA as string | undefined) ?? '')
  const priority = typeof PUBPRTY === 'number' ? PUBPRTY : copy.descriptor.priority
  return {
    ...copy,
    messageId: undefined,
    correlationId: Buffer.from((DESTCORL as string) || (SUBID as string), 'hex'),
    descriptor: { ...copy.descriptor, priority: PUBPRTY === 'ASQDEF' ? asQueueDefault : priority },
  }
}

const asQueueDefault = -1

function forQueue({ settings }: Queue, copy: MessageDraft): MessageDraft {
  const { descriptor } = copy
  const priority = descriptor.priority === asQueueDefault ? settings.defaultPriority : descriptor.priority
  // A temporary queue contains no persistent messages.
  return { ...copy, persistent: copy.persistent && !settings.isTemporary, descriptor: { ...descriptor, priority } }
}

function published(draft: MessageDraft, topicString: string, userData: string): MessageDraft {
  return { ...draft, descriptor: { ...draft.descriptor, publication: { topicString, userData } } }
}

function bare(draft: MessageDraft): MessageDraft {
  const { publication: _, ...descriptor } = draft.descriptor
  return { ...draft, descriptor }
}
