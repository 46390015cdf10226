/** Subscriptions of detached links that end with their session or connection. AMQP 1.0 part 3, section 3.5.6. */
import type { Subscription } from '../../../manager/index.ts'
import type { LinkEndpoint, Session } from '../protocol/session.ts'
import type { SubscriptionRequest } from './subscriptions.ts'

export interface HeldSubscription {
  readonly subscription: Subscription
  readonly request: SubscriptionRequest
}

/** The maximum number of held subscriptions of a connection; those of further links end when they are detached. */
const maxHeld = 1024

export class HeldSubscriptions {
  /** The subscriptions by the name of their link. */
  readonly #held = new Map<string, HeldSubscription & { readonly session: Session }>()
  readonly #reportError: (error: unknown) => void

  constructor(reportError: (error: unknown) => void) {
    this.#reportError = reportError
  }

  /** Keeps the subscription of a detached link. Returns false when its source ends with the link. */
  hold({ name, session }: LinkEndpoint, held: HeldSubscription): boolean {
    const { policy } = held.request.lifetime
    if (policy !== 'session-end' && policy !== 'connection-close') return false
    if (this.#held.has(name) || this.#held.size >= maxHeld) return false
    this.#held.set(name, { ...held, session })
    return true
  }

  /** Removes and returns the subscription of the link that has this name. */
  take(linkName: string): HeldSubscription | undefined {
    const held = this.#held.get(linkName)
    this.#held.delete(linkName)
    return held
  }

  /** Closes what ends with a session; everything without a session, with the connection. */
  endSession(session: Session | undefined): void {
    for (const [name, held] of this.#held) {
      const isOver = !session || (held.session === session && held.request.lifetime.policy === 'session-end')
      if (!isOver) continue
      this.#held.delete(name)
      held.subscription.close().catch(this.#reportError)
    }
  }
}
