/**
 * Keeps webhooks as persistent messages on a queue of their queue manager, so that they are where its messages are: in its
 * backups, and on the machine that takes it over. The message id is the id of the webhook.
 */
import { type Connection, MqError, type Principal, type QueueManager, type UnitOfWork } from '../../manager/index.ts'
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
  /** `change` returns new values for the record that the changes before have left. */
  change(id: string, change: (record: WebhookRecord) => Partial<WebhookRecord>): Promise<void>
  remove(id: string): Promise<void>
}

const webhookQueue = 'SYSTEM.REST.WEBHOOK.QUEUE'

/** The queue does not exist yet. */
const unknownQueue = 2085

export class WebhookStore {
  readonly #connect: () => Connection

  constructor(manager: QueueManager, principal: Principal) {
    this.#connect = () => manager.connect(principal, { name: 'mqweb', isSystem: true })
  }

  /** Returns all webhooks. Rejects with an `MqError`. */
  load(): Promise<WebhookRecord[]> {
    return this.#run(async (connection) => {
      const records: WebhookRecord[] = []
      const queue = openQueue(connection)
      for (let message = await queue?.browseNext(); message; message = await queue?.browseNext())
        records.push(JSON.parse(message.body.toString('utf8')) as WebhookRecord)
      return records
    })
  }

  add(record: WebhookRecord): Promise<void> {
    return this.#run(async (connection) => {
      if (!openQueue(connection))
        await connection.command(`DEFINE QLOCAL(${webhookQueue}) DESCR('Webhooks and their secrets') DEFPSIST(YES)`)
      await put(connection, record)
    })
  }

  /** Replaces a webhook in one commit. */
  replace(record: WebhookRecord): Promise<void> {
    return this.#inUnit(record.id, (connection, unit) => put(connection, record, unit))
  }

  /** Removes a webhook, and the subscription of its topic with the publications in it. */
  remove({ id, target }: WebhookRecord): Promise<void> {
    return this.#inUnit(id, async (connection) => {
      if ('topic' in target) await connection.command(`DELETE SUB('${findSubscriptionName(id)}')`)
    })
  }

  #inUnit(id: string, work: (connection: Connection, unit: UnitOfWork) => Promise<void>): Promise<void> {
    return this.#run(async (connection) => {
      const unit = connection.beginUnitOfWork()
      await connection.get(webhookQueue, { messageId: Buffer.from(id, 'hex'), unitOfWork: unit })
      await work(connection, unit)
      await unit.commit() // otherwise the end of the connection backs it out
    })
  }

  async #run<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    await using connection = this.#connect()
    return await work(connection)
  }
}

/** Returns the name of the durable subscription of a webhook of a topic. */
export function findSubscriptionName(id: string): string {
  return `SYSTEM.REST.WEBHOOK.${id}`
}

async function put(connection: Connection, record: WebhookRecord, unitOfWork?: UnitOfWork): Promise<void> {
  const message = {
    body: Buffer.from(JSON.stringify(record)),
    format: 'MQSTR',
    messageId: Buffer.from(record.id, 'hex'),
    persistence: 'persistent',
  } as const
  await connection.put({ queue: webhookQueue }, message, { unitOfWork })
}

function openQueue(connection: Connection) {
  try {
    return connection.open(webhookQueue, { mode: 'browse' })
  } catch (error) {
    if (error instanceof MqError && error.reasonCode === unknownQueue) return undefined
    throw error
  }
}
