/** What the links of a client share, and what the address of a terminus stands for. Creates dynamic queues. */
import { randomUUID } from 'node:crypto'
import type { ChannelHost, Connection } from '../../../manager/index.ts'
import { AmqpError } from '../protocol/errors.ts'
import type { ReceivedMessage } from '../protocol/incoming-endpoint.ts'
import type { AttachAnswer, SourceFields, TargetFields } from '../protocol/link-endpoint.ts'
import type { OutgoingDelivery } from '../protocol/outgoing-transfers.ts'
import type { DeliveryUpdate } from '../protocol/session.ts'
import type { HeldSubscriptions } from './subscriptions.ts'
import type { Transactions } from './transactions.ts'

export interface LinkContext {
  readonly host: ChannelHost
  readonly connection: Connection
  readonly resolveAddress: ReturnType<typeof createAddressResolver>
  readonly transactions: Transactions
  readonly held: HeldSubscriptions
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

/** Why a link ended: closed for good, detached by the client, which may attach again, or with its session. */
export type LinkEnd = 'closed' | 'detached' | 'session ended'

/** One link of a client. */
export interface Link {
  /** What the server answers to the attach. */
  readonly answer: AttachAnswer
  /** The sender of messages on a link on which the client receives: it runs when something may allow it. */
  readonly outgoing?: OutgoingPump
  /** Handles a message on a link on which the client sends, and settles its delivery when that is done. */
  receive?(message: ReceivedMessage): void
  /** Called once, when the link has ended. */
  end(cause: LinkEnd): void
}

/** Sends the messages of a link. */
export interface OutgoingPump {
  /** Sends messages while it is possible. */
  pump(): void
  /** Applies what the client says about deliveries of the link. */
  update(deliveries: readonly OutgoingDelivery[], update: DeliveryUpdate): Promise<void>
}

export type Destination =
  | { readonly kind: 'queue'; readonly name: string }
  | { readonly kind: 'topic'; readonly topicString: string }

/** Returns how addresses are resolved. `topicRoot` is TPROOT of the channel: the topic object above the topics of its clients. */
export function createAddressResolver(host: ChannelHost, topicRoot: () => string) {
  /** Returns the queue or topic of the kind, or else a queue of this name, or a topic. Throws an `AmqpError`. */
  return (
    address: string,
    kind: Destination['kind'] = host.findObject('queue', address) ? 'queue' : 'topic',
  ): Destination => {
    if (kind === 'queue') return { kind, name: address }
    return { kind, topicString: addPrefix(host, topicRoot(), address) }
  }
}

function addPrefix(host: ChannelHost, root: string, address: string): string {
  const topic = host.findObject('topic', root)
  if (!topic) throw new AmqpError('amqp:not-found', `TPROOT of the channel is ${root}, and there is no such topic`)
  const prefix = String(topic.attributes.TOPICSTR ?? '')
  return prefix === '' ? address : `${prefix}/${address}`
}

/** Returns the kind that the capabilities of a terminus name, as Qpid JMS sends them. */
export function kindOf({ capabilities }: SourceFields | TargetFields): Destination['kind'] | undefined {
  const names = new Set(capabilities)
  if (names.has('queue') || names.has('temporary-queue')) return 'queue'
  return names.has('topic') || names.has('temporary-topic') ? 'topic' : undefined
}

/** Resolves with the address of a new temporary queue or topic; undefined for a terminus that is not dynamic. */
export async function createDynamicNode(
  terminus: SourceFields | TargetFields,
  context: LinkContext,
): Promise<string | undefined> {
  if (!terminus.isDynamic) return undefined
  return kindOf(terminus) === 'topic' ? `AMQP/TEMPORARY/${randomUUID()}` : context.createTemporaryQueue()
}

/** Counts received bytes that are not settled, and pauses the socket while there are too many in memory. */
const maxBytes = 16 * 1_048_576

export class ReceivedBytes {
  readonly #pause: (isPaused: boolean) => void
  #bytes = 0
  #isPaused = false

  constructor(pause: (isPaused: boolean) => void) {
    this.#pause = pause
  }

  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > maxBytes && !this.#isPaused) this.#set(true)
  }

  remove(bytes: number): void {
    this.#bytes -= bytes
    if (this.#bytes < maxBytes / 2 && this.#isPaused) this.#set(false)
  }

  #set(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#pause(isPaused)
  }
}
