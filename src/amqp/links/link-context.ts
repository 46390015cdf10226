/** What the links of a client's connection share. */
import type { ChannelHost, Connection } from '../../qm/index.ts'
import type { ReceivedMessage } from '../protocol/incoming-endpoint.ts'
import type { AttachAnswer } from '../protocol/link-endpoint.ts'
import type { OutgoingDelivery } from '../protocol/outgoing-transfers.ts'
import type { DeliveryUpdate } from '../protocol/session.ts'
import type { AddressResolver } from './addresses.ts'
import type { ReceivedBytes } from './received-bytes.ts'
import type { Transactions } from './transactions.ts'

export interface LinkContext {
  readonly host: ChannelHost
  readonly connection: Connection
  readonly addresses: AddressResolver
  readonly transactions: Transactions
  /** The messages that have arrived and are not settled. */
  readonly received: ReceivedBytes
  /** The container id of the client. */
  readonly clientId: string
  /** MAXMSGL of the channel. */
  readonly maxMessageBytes: number
  /** Whether the client reads slowly, so that no further messages may be sent now. */
  isCongested(): boolean
  /** Counts a message that was sent to the client. */
  countSent(): void
  /** Counts a message that the client sent. */
  countReceived(): void
  /** Creates a dynamic queue from TMPMODEL and TMPQPRFX and resolves with its name. */
  createTemporaryQueue(): Promise<string>
  /** Ends the connection of the client when the error says so. */
  reportError(error: unknown): void
}

/** One link of a client. */
export interface Link {
  /** What the server answers to the attach. */
  readonly answer: AttachAnswer
  /** For a link on which the client receives: sends messages when something may allow it. */
  readonly outgoing?: OutgoingPump
  /** For a link on which the client sends: handles a message, and settles its delivery when that is done. */
  receive?(message: ReceivedMessage): void
  /** Called when the link is detached or its connection ends. `isClosed` is false when the client may attach again. */
  end(options: { readonly isClosed: boolean }): void
}

/** Sends the messages of a link. */
export interface OutgoingPump {
  /** Sends messages while it is possible. */
  pump(): void
  /** Applies what the client says about deliveries of the link. */
  update(deliveries: readonly OutgoingDelivery[], update: DeliveryUpdate): Promise<void>
}
