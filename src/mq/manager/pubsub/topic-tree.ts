/** The topic tree: resolves attributes at a topic string and lists the known nodes. */
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { AttributeValue } from '../types/connection.ts'
import type { ObjectRecord, PublisherStatus, TopicService, TopicStatus } from '../types/services.ts'
import { TopicPatternTree } from './topic-pattern-tree.ts'
import { checkTopicString, listAncestors } from './topic-strings.ts'

/** The attribute values at the root for attributes that SYSTEM.BASE.TOPIC does not set. */
const rootValues: Readonly<Record<string, AttributeValue>> = {
  DEFPRESP: 'SYNC',
  DEFPRTY: 0,
  DEFPSIST: 'NO',
  DURSUB: 'YES',
  MCAST: 'DISABLED',
  NPMSGDLV: 'ALLAVAIL',
  PMSGDLV: 'ALLDUR',
  PUB: 'ENABLED',
  SUB: 'ENABLED',
  PUBSCOPE: 'ALL',
  SUBSCOPE: 'ALL',
  USEDLQ: 'YES',
  CAPEXPRY: 'NOLIMIT',
  MDURMDL: 'SYSTEM.DURABLE.MODEL.QUEUE',
  MNDURMDL: 'SYSTEM.NDURABLE.MODEL.QUEUE',
  COMMINFO: '',
  CLUSTER: '',
  CLROUTE: 'DIRECT',
}

/** The sources of nodes besides topic objects. */
export interface TopicActivity {
  subscribed(): Iterable<readonly [topicString: string, subscription: string]>
  publishers: { readonly topics: Iterable<string>; of(topicString: string): readonly PublisherStatus[] }
  retained: { readonly topics: Iterable<string>; has(topicString: string): boolean }
  clearRetained(topicString: string): Promise<boolean>
}

export class TopicTree implements TopicService {
  readonly #objects: Pick<ObjectCatalog, 'list'>
  readonly #use: () => TopicActivity
  #byString: Map<string, ObjectRecord> | undefined

  constructor(objects: Pick<ObjectCatalog, 'list'>, use: () => TopicActivity) {
    this.#objects = objects
    this.#use = use
  }

  /** Discards cached topic objects; must be called when a topic object changes. */
  invalidate(): void {
    this.#byString = undefined
  }

  findTopicObjects(topicString: string): ObjectRecord[] {
    return listAncestors(topicString).flatMap((each) => this.#administered().get(each) ?? [])
  }

  /** Returns the value of an attribute at a topic string, inherited from above where necessary. */
  resolveAttribute(topicString: string, keyword: string): AttributeValue {
    for (const { attributes } of this.findTopicObjects(topicString)) {
      const value = attributes[keyword]
      if (value !== undefined && value !== 'ASPARENT' && value !== '') return value
    }
    return rootValues[keyword] ?? ''
  }

  /** Returns the nodes that match a pattern. Throws reason code 2425 for a pattern that is too long or too deep. */
  status(pattern: string): readonly TopicStatus[] {
    checkTopicString(pattern)
    const { subscribed, publishers, retained } = this.#use()
    const subscriptions = Map.groupBy(subscribed(), ([topicString]) => topicString)
    const tree = new TopicPatternTree<string>()
    tree.add(pattern, 'TOPIC', pattern)

    const known = [...this.#administered().keys(), ...subscriptions.keys(), ...retained.topics, ...publishers.topics]
    return [...new Set(known.flatMap(listAncestors))]
      .filter((node) => node === pattern || tree.findMatches(node).size > 0)
      .sort()
      .map((topicString) => ({
        topicString,
        admin: this.#administered().get(topicString)?.name,
        attributes: this.#attributes(topicString),
        retained: retained.has(topicString),
        publishers: publishers.of(topicString),
        subscriptions: (subscriptions.get(topicString) ?? []).map(([, name]) => name),
      }))
  }

  clearRetained(topicString: string): Promise<boolean> {
    return this.#use().clearRetained(topicString)
  }

  #attributes(topicString: string): Record<string, AttributeValue> {
    return Object.fromEntries(Object.keys(rootValues).map((key) => [key, this.resolveAttribute(topicString, key)]))
  }

  /** SYSTEM.DEFAULT.TOPIC has no topic string; it only provides default values. */
  #administered(): Map<string, ObjectRecord> {
    this.#byString ??= new Map(
      this.#objects
        .list('topic')
        .filter(({ name, attributes }) => attributes.TOPICSTR !== '' || name === 'SYSTEM.BASE.TOPIC')
        .map((topic) => [topic.attributes.TOPICSTR as string, topic]),
    )
    return this.#byString
  }
}
