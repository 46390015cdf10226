/** Counts calls of the message queue interface: of one connection for accounting, of all for statistics. */
import { TransferCounts } from './transfer-counts.ts'

/** The types of objects that the calls open: MQOT_*. */
export const openedTypes = { queue: 1, topic: 8 } as const

export type OpenedType = keyof typeof openedTypes

/** How a connection ended: MQDISCONNECT_*. */
export const disconnectTypes = { normal: 0, implicit: 1, queueManager: 2 } as const

export type DisconnectType = keyof typeof disconnectTypes

/** Lists by object type have an element for each MQOT_* up to MQOT_SERVICE. */
const objectTypeCount = 13

export class MqiCounts {
  readonly opens = zeros(objectTypeCount)
  readonly openFailures = zeros(objectTypeCount)
  readonly closes = zeros(objectTypeCount)
  readonly puts = new TransferCounts()
  readonly gets = new TransferCounts()
  readonly browses = new TransferCounts()
  /** Publications: calls that put to a topic. */
  readonly topicPuts = new TransferCounts()
  commits = 0
  commitFailures = 0
  backouts = 0
  readonly subscriptions = { durable: 0, nonDurable: 0, failures: 0 }
  readonly unsubscriptions = { durable: 0, nonDurable: 0 }
}

/** The counts of a queue manager: calls of all connections, and the connections. */
export class MqiStatistics extends MqiCounts {
  connections = 0
  connectionFailures = 0
  maxConnections: number
  /** By type: normal, implicit, by the queue manager. */
  readonly disconnections = zeros(Object.keys(disconnectTypes).length)
  expired = 0
  purged = 0

  constructor(openConnections: number) {
    super()
    this.maxConnections = openConnections
  }
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0)
}
