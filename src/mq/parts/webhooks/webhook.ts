/** Webhooks: messages of a queue, or publications to a topic, that the server delivers to a URL. */

import type { Principal } from '../../manager/index.ts'
import type { LeaseHolder } from '../../web/context/leases.ts'
import type { WebhookAttempt, WebhookOptions, WebhookView } from './contract/webhooks.ts'

/** A webhook as it is stored: a message on a queue of the queue manager, whose message id is the id of the webhook. */
export interface WebhookRecord extends WebhookOptions {
  id: string
  target: { queue: string } | { topic: string }
  holder: LeaseHolder
  /** The user with whose authority messages are taken. */
  principal: Principal
  /** The secrets that sign deliveries (`whsec_…`), the newest first. Older ones sign until their end. */
  secrets: readonly { secret: string; until?: number }[]
  paused: boolean
  createdAt: number
}

/** A stored webhook, and what its deliveries do. */
export interface Webhook {
  readonly record: WebhookRecord
  view(): WebhookView
  /** The last attempts, the latest first. */
  listAttempts(): readonly WebhookAttempt[]
}

/** The webhooks of a running queue manager. Each change is stored before its promise resolves. */
export interface ManagerWebhooks {
  list(): readonly Webhook[]
  find(id: string): Webhook | undefined
  /** Throws MQWB0327E (503) when the queue manager has too many. */
  create(record: WebhookRecord): Promise<Webhook>
  change(id: string, change: Partial<WebhookRecord>): Promise<void>
  remove(id: string): Promise<void>
}
