/** Subscriptions and the topic tree as commands see them. */
import type { AttributeValue } from './queue-manager.ts'

export interface SubscriptionService {
  /** What is live of a subscription, by the name of its `sub` object. */
  status(name: string): SubscriptionStatus | undefined
  /** The name of the subscription that has this id (48 hex digits, any case). */
  findName(id: string): string | undefined
}

export interface SubscriptionStatus {
  /** The whole topic string, the prefix of a topic object included. */
  topicString: string
  durable: boolean
  type: 'ADMIN' | 'API' | 'PROXY'
  /** Messages given to it since the queue manager started. */
  messages: number
  /** Milliseconds since the epoch. */
  lastMessage: number | undefined
  resumedAt: number | undefined
  /** The connection that uses it: 16 hex digits. */
  connection: string | undefined
}

export interface TopicService {
  /** Nodes of the topic tree that match a topic string with wildcards, in the order of their strings. */
  status(topicString: string): readonly TopicStatus[]
  /** Drops the retained publication of one node. False when there was none. */
  clearRetained(topicString: string): Promise<boolean>
}

export interface PublisherStatus {
  /** 16 hex digits. */
  connection: string
  publications: number
  /** Milliseconds since the epoch. */
  lastPublication: number
}

export interface TopicStatus {
  topicString: string
  /** The topic object of this very node. */
  admin: string | undefined
  /** The attributes of topic objects, `ASPARENT` resolved. */
  attributes: Readonly<Record<string, AttributeValue>>
  retained: boolean
  publishers: readonly PublisherStatus[]
  /** Names of the subscriptions that are made at this node. */
  subscriptions: readonly string[]
}
