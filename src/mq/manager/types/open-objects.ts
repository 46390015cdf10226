/** Queues and subscriptions that are open on a connection. */
import type { GetOptions, Message } from './message.ts'

/** Whether other handles may have the queue open for input: MQOO_INPUT_AS_Q_DEF, _SHARED and _EXCLUSIVE. */
export type InputSharing = 'asQueueDefault' | 'shared' | 'exclusive'

/** The place of a message in delivery order, which stays valid when messages before it are removed. */
export type BrowsePosition = { readonly lane: number; readonly sequence: number }

export interface OpenQueueOptions {
  readonly mode: 'input' | 'browse'
  /** The sharing of the mode `input`; `asQueueDefault` when undefined. */
  readonly sharing?: InputSharing | undefined
  /** Selects messages by their properties, in the SQL92 syntax of message selectors. */
  readonly selector?: string | undefined
  /** The position after which browsing, or the search for messages of the selector, begins. */
  readonly after?: BrowsePosition | undefined
  /** The number of messages after which the search of all gets with the selector stops, and finds no more. */
  readonly maxVisits?: number | undefined
}

/** A queue that a connection has open. */
export interface OpenQueue extends Disposable {
  /** The name of the local queue to which an alias resolves. */
  readonly name: string
  /** Gets the next message like `Connection.get`. */
  get(options?: OpenQueueGetOptions): Promise<Message | undefined>
  /** Browses the next message (MQGMO_BROWSE_NEXT); undefined at the end, until further messages arrive. */
  browseNext(): Promise<Message | undefined>
  /** The position of the message that `browseNext` returned last; undefined before the first one. */
  readonly browsePosition: BrowsePosition | undefined
  /** The position at which the search stopped at `maxVisits`; undefined before. */
  readonly searchStoppedAt: BrowsePosition | undefined
  /** Calls the function when a message arrives that no waiting get receives, or gets end. Returns the end of this. */
  watchArrivals(watcher: () => void): () => void
  close(): void
}

export type OpenQueueGetOptions = Pick<GetOptions, 'messageId' | 'correlationId' | 'waitMs' | 'signal' | 'unitOfWork'>

export interface SubscribeOptions {
  topicString: string
  /** The name of a durable subscription, which remains and is resumed by a later connection. */
  durableName?: string
  /** The seconds for which a durable subscription remains while it is not in use; undefined for no limit. */
  expirySeconds?: number | undefined
  /** Instead of `durableName`: joins the subscription of this name, or creates it. */
  shared?: SharedSubscription
  /** `TOPIC`: `+` and `#` replace topic levels. `CHAR`: `*` and `?` replace characters. */
  wildcards?: 'TOPIC' | 'CHAR'
  userData?: string
  /** Selects publications by their properties. A resumed subscription keeps the selector that it was made with. */
  selector?: string | undefined
}

/** A subscription whose subscribers, of one or several connections, share its messages: each message goes to one. */
export interface SharedSubscription {
  readonly name: string
  /** Whether it remains when it has no subscriber. */
  readonly isDurable: boolean
}

/** A subscription with a managed queue. */
export interface Subscription {
  readonly name: string
  /** The name of the queue that holds its publications. */
  readonly queue: string
  get(options?: GetOptions): Promise<Message | undefined>
  /** Opens its queue for several gets, without a check of authorities for the queue. */
  open(): OpenQueue
  /** Closes the subscription. A durable subscription remains unless `remove` is true and no other subscriber shares it. */
  close(remove?: boolean): Promise<void>
}
