/** Types of subscriptions and the topic tree. */
import type { AttributeValue } from './connection.ts'

export interface SubscriptionService {
  status(name: string): SubscriptionStatus | undefined
  /** Returns the name of the subscription with this id (48 hexadecimal digits in any case). */
  findName(id: string): string | undefined
}

export interface SubscriptionStatus {
  /** The complete topic string, including the prefix of a topic object. */
  topicString: string
  durable: boolean
  type: 'ADMIN' | 'API' | 'PROXY'
  /** The number of messages that it received since the queue manager started. */
  messages: number
  /** Milliseconds since the epoch. */
  lastMessage: number | undefined
  resumedAt: number | undefined
  /** The id of the connection that uses it, 16 hexadecimal digits; of a shared subscription, the latest one. */
  connection: string | undefined
  /** When its last connection closed it, or the queue manager started; milliseconds since the epoch. */
  releasedAt: number
  /** The number of subscribers of a shared subscription; undefined when it is not in use, or not shared. */
  sharers?: number | undefined
}

export interface TopicService {
  /** Returns the topic objects at a topic string and above it, the nearest first. */
  findTopicObjects(topicString: string): readonly { readonly name: string }[]
  /** Returns the nodes that match a topic string with wildcards, sorted by topic string. */
  status(topicString: string): readonly TopicStatus[]
  /** Removes the retained publication of one node. Resolves with false when there was none. */
  clearRetained(topicString: string): Promise<boolean>
}

export interface PublisherStatus {
  /** The connection id, 16 hexadecimal digits. */
  connection: string
  publications: number
  /** Milliseconds since the epoch. */
  lastPublication: number
}

export interface TopicStatus {
  topicString: string
  /** The name of the topic object at this node. */
  admin: string | undefined
  /** The resolved attributes, without `ASPARENT`. */
  attributes: Readonly<Record<string, AttributeValue>>
  retained: boolean
  publishers: readonly PublisherStatus[]
  /** The names of the subscriptions at this node. */
  subscriptions: readonly string[]
}
