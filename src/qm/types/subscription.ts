/** A subscription with a managed queue. */
import type { GetOptions, Message } from './message.ts'
import type { OpenQueue } from './open-queue.ts'

export interface SubscribeOptions {
  topicString: string
  /**
   * The name of a durable subscription. It remains after the connection ends, and a later connection resumes it
   * by this name.
   */
  durableName?: string
  /** Instead of `durableName`: joins the subscription of this name, or creates it. */
  shared?: SharedSubscription
  /** `TOPIC`: `+` and `#` replace topic levels. `CHAR`: `*` and `?` replace characters. */
  wildcards?: 'TOPIC' | 'CHAR'
  userData?: string
  /** Selects publications by their properties. A resumed subscription keeps the selector that it was made with. */
  selector?: string | undefined
  /** Whether the subscription receives no retained publications. */
  newPublicationsOnly?: boolean
}

/** A subscription whose subscribers, of one or several connections, share its messages: each message goes to one. */
export interface SharedSubscription {
  readonly name: string
  /** Whether it remains when it has no subscriber. */
  readonly isDurable: boolean
}

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
