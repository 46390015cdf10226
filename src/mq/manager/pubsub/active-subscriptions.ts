/** The subscriptions of a running queue manager, indexed by their topic string patterns. */
import { defaultSubscription, newSubscriptionId } from '../objects/definitions/sub.ts'
import type { CommitCallbacks, ObjectCatalog, ObjectChangeHandler } from '../objects/object-catalog.ts'
import { compileSelector, type MessageSelector } from '../selectors/index.ts'
import type { AttributeValue } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { ObjectRecord, SubscriptionService, SubscriptionStatus } from '../types/services.ts'
import { TopicPatternTree } from './topic-pattern-tree.ts'
import { checkTopicString, type WildcardSchema } from './topic-strings.ts'
import type { TopicTree } from './topic-tree.ts'

export interface ActiveSubscription {
  readonly record: ObjectRecord
  readonly topicString: string
  readonly schema: WildcardSchema
  readonly status: SubscriptionStatus
  /** The selector of the subscription; undefined when it selects every publication. */
  readonly selector: MessageSelector | undefined
}

export interface SubscriptionDeps {
  readonly objects: Pick<ObjectCatalog, 'find'>
  readonly topics: TopicTree
  readonly manager: string
  /** Returns milliseconds since the epoch. */
  clock(): number
  /** Creates the queue of a managed subscription and returns its name. */
  makeQueue(model: string, prefix: string): string
  removeQueue(name: string): void
  /** Called when a subscription was created, so that retained publications can be sent. */
  created(subscription: ActiveSubscription): void
}

export class ActiveSubscriptions implements SubscriptionService {
  readonly changeHandler: ObjectChangeHandler = {
    prepare: (record) => this.#prepare(record),
    saved: ({ record }, before) => {
      this.#saved(record, true)
      return { rolledBack: () => (before ? this.#saved(before, false) : this.#forget(record)) }
    },
    removed: (record) => this.#removed(record),
  }
  readonly #deps: SubscriptionDeps
  readonly #byName = new Map<string, ActiveSubscription>()
  readonly #names = new Map<string, string>()
  readonly #tree = new TopicPatternTree<string>()

  constructor(deps: SubscriptionDeps) {
    this.#deps = deps
  }

  /** Adds the subscriptions that exist at the start. */
  load(records: readonly ObjectRecord[]): void {
    for (const record of records) this.#saved(record, false)
  }

  status(name: string): SubscriptionStatus | undefined {
    return this.#byName.get(name)?.status
  }

  findName(id: string): string | undefined {
    return this.#names.get(id.toUpperCase())
  }

  findMatching(topicString: string): ActiveSubscription[] {
    return [...this.#tree.findMatches(topicString)].flatMap((name) => this.#byName.get(name) ?? [])
  }

  all(): Iterable<ActiveSubscription> {
    return this.#byName.values()
  }

  /** Returns the names of the subscriptions that have expired. */
  listExpired(): string[] {
    return [...this.#byName.keys()].filter((name) => this.isExpired(name))
  }

  /**
   * Returns whether EXPIRY, in tenths of a second, has passed: since the last alteration, and for a subscription of an
   * application since it was last in use.
   */
  isExpired(name: string): boolean {
    const { record, status } = this.#byName.get(name) ?? {}
    const EXPIRY = record?.attributes.EXPIRY
    if (!record || !status || typeof EXPIRY !== 'number') return false
    const isApi = status.type === 'API'
    if (isApi && status.connection !== undefined) return false
    const start = isApi ? Math.max(record.altered, status.releasedAt) : record.altered
    return start + EXPIRY * 100 <= this.#deps.clock()
  }

  *subscribed(): Iterable<readonly [topicString: string, subscription: string]> {
    for (const [name, { topicString }] of this.#byName) yield [topicString, name]
  }

  #prepare(record: ObjectRecord): ObjectRecord {
    const topicString = this.#topicString(record)
    checkTopicString(topicString)
    selectorOf(record)
    const known = this.#deps.objects.find('sub', record.name)?.attributes
    if (!known) this.#checkAllowed(topicString, record)

    const attributes: Record<string, AttributeValue> = {
      ...record.attributes,
      SUBID: known?.SUBID ?? newSubscriptionId(this.#deps.manager),
      DURABLE: record.attributes.DURABLE ?? 'YES',
      SUBTYPE: record.attributes.SUBTYPE ?? 'ADMIN',
      DESTQMGR: record.attributes.DESTQMGR || (record.name === defaultSubscription ? '' : this.#deps.manager),
    }
    if (attributes.DESTCLAS === 'MANAGED') attributes.DEST = known?.DEST ?? this.#managed(topicString, attributes)
    return { ...record, attributes }
  }

  #checkAllowed(topicString: string, { name, attributes }: ObjectRecord): void {
    const { topics } = this.#deps
    if (topics.resolveAttribute(topicString, 'SUB') === 'DISABLED')
      throw mqError('MQRC_SUB_INHIBITED', `subscriptions to "${topicString}" are inhibited`, { object: name })
    if (attributes.DURABLE !== 'NO' && topics.resolveAttribute(topicString, 'DURSUB') === 'NO') {
      const text = `durable subscriptions to "${topicString}" are not allowed`
      throw mqError('MQRC_DURABILITY_NOT_ALLOWED', text, { object: name })
    }
  }

  #managed(topicString: string, { DURABLE }: Record<string, AttributeValue>): string {
    const { topics, makeQueue } = this.#deps
    return DURABLE === 'NO'
      ? makeQueue(topics.resolveAttribute(topicString, 'MNDURMDL') as string, 'SYSTEM.MANAGED.NDURABLE.')
      : makeQueue(topics.resolveAttribute(topicString, 'MDURMDL') as string, 'SYSTEM.MANAGED.DURABLE.')
  }

  #saved(record: ObjectRecord, isNew: boolean): void {
    // The default subscription only provides default values.
    if (record.name === defaultSubscription) return
    const before = this.#byName.get(record.name)
    if (before) this.#tree.remove(before.topicString, record.name)

    const { SUBID, SUBTYPE, DURABLE, WSCHEMA } = record.attributes
    const topicString = this.#topicString(record)
    const schema = WSCHEMA === 'CHAR' ? 'CHAR' : 'TOPIC'
    const status: SubscriptionStatus = before?.status ?? {
      topicString,
      durable: DURABLE !== 'NO',
      type: SUBTYPE as SubscriptionStatus['type'],
      messages: 0,
      lastMessage: undefined,
      resumedAt: undefined,
      connection: undefined,
      releasedAt: this.#deps.clock(),
    }
    const subscription = { record, topicString, schema, status, selector: selectorOf(record) } as const
    this.#byName.set(record.name, subscription)
    this.#names.set(String(SUBID).toUpperCase(), record.name)
    this.#tree.add(topicString, schema, record.name)
    if (isNew && !before) this.#deps.created(subscription)
  }

  #removed(record: ObjectRecord): CommitCallbacks | undefined {
    const { DESTCLAS, DEST } = record.attributes
    if (!this.#forget(record)) return undefined
    if (DESTCLAS === 'MANAGED') this.#deps.removeQueue(DEST as string)
    return { rolledBack: () => this.#saved(record, false) }
  }

  #forget({ name, attributes }: ObjectRecord): boolean {
    const subscription = this.#byName.get(name)
    if (!subscription) return false
    this.#byName.delete(name)
    this.#names.delete(String(attributes.SUBID).toUpperCase())
    this.#tree.remove(subscription.topicString, name)
    return true
  }

  /** Returns the topic string of the topic object, followed by the subscription's own. */
  #topicString({ attributes }: ObjectRecord): string {
    const { TOPICOBJ, TOPICSTR } = attributes as Record<string, string | undefined>
    if (!TOPICOBJ) return TOPICSTR ?? ''
    const topic = this.#deps.objects.find('topic', TOPICOBJ)
    if (!topic) throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no topic ${TOPICOBJ}`, { object: TOPICOBJ })
    const prefix = topic.attributes.TOPICSTR as string
    return TOPICSTR ? `${prefix}/${TOPICSTR}` : prefix
  }
}

/** Compiles the SELECTOR. Throws reason code 2459 when it is invalid. */
function selectorOf({ name, attributes: { SELECTOR } }: ObjectRecord): MessageSelector | undefined {
  return SELECTOR ? compileSelector(String(SELECTOR), name) : undefined
}
