/** The subscriptions of clients to topics: of their own, or shared with other subscribers as in JMS 2.0. */
import type { Subscription } from '../../../manager/index.ts'
import { AmqpError } from '../protocol/errors.ts'
import type { LinkEndpoint } from '../protocol/link-endpoint.ts'
import type { Session } from '../protocol/session.ts'
import type { LinkContext } from './link-context.ts'
import { lifetimeOfExpiry, outlivesConnection, type SourceLifetime } from './source-lifetime.ts'

/** The maximum length of the name of a subscription, as in MQSC. */
const maxNameLength = 10_240

interface SubscriptionRequest {
  readonly topicString: string
  readonly selector: string | undefined
  readonly lifetime: SourceLifetime
}

/**
 * Subscribes, resumes the subscription of the client with the name of the link, or joins a shared subscription. A named
 * subscription to another topic or with another selector is replaced, as in JMS. Rejects when it is in use.
 */
export async function subscribe(
  link: LinkEndpoint,
  request: SubscriptionRequest,
  context: LinkContext,
): Promise<HeldSubscription> {
  const { connection, held } = context
  const { topicString, selector, lifetime } = request
  const before = held.take(link.name)
  if (before && isSame(before.request, request)) return { subscription: before.subscription, request }
  await before?.subscription.close()

  const capabilities = new Set(link.source?.capabilities)
  const kind = { isGlobal: capabilities.has('global'), isDurable: outlivesConnection(lifetime) }
  const { isDurable } = kind
  // With `global`, clients of any id share the subscription.
  const shared = capabilities.has('shared') ? { name: sharedName(link, context, kind), isDurable } : undefined
  if (!shared && !isDurable) return { subscription: await connection.subscribe({ topicString, selector }), request }
  const named = shared ? { shared } : { durableName: privateName(link, context) }
  await removeOther(shared?.name ?? privateName(link, context), request, context)
  const expirySeconds = lifetime.timeoutSeconds || undefined
  return { subscription: await connection.subscribe({ topicString, selector, expirySeconds, ...named }), request }
}

function isSame(before: SubscriptionRequest, { topicString, selector, lifetime }: SubscriptionRequest): boolean {
  return (
    before.topicString === topicString &&
    before.selector === selector &&
    before.lifetime.timeoutSeconds === lifetime.timeoutSeconds
  )
}

/** Removes a subscription of this name to another topic or with another selector, unless it is in use. */
async function removeOther(
  name: string,
  { topicString, selector = '' }: SubscriptionRequest,
  { host, connection }: LinkContext,
): Promise<void> {
  const known = host.findObject('sub', name)?.attributes
  if (!known || (known.TOPICSTR === topicString && known.SELECTOR === selector)) return
  const before = await connection.subscribe({ topicString: String(known.TOPICSTR), durableName: name })
  await before.close(true)
}

/** Resumes a durable subscription for a JMS client that looks it up to remove it. Rejects without one, or in use. */
export async function resumeDurable(link: LinkEndpoint, context: LinkContext): Promise<HeldSubscription> {
  const before = context.held.take(link.name)
  if (before) return before
  const names = [sharedName(link, context, { isGlobal: isGlobal(link), isDurable: true })]
  if (!isGlobal(link)) names.unshift(privateName(link, context))
  for (const durableName of names) {
    const found = context.host.findObject('sub', durableName)
    if (!found) continue
    const topicString = String(found.attributes.TOPICSTR)
    const lifetime = lifetimeOfExpiry(found.attributes.EXPIRY)
    const expirySeconds = lifetime.timeoutSeconds
    const subscription = await context.connection.subscribe({ topicString, durableName, expirySeconds })
    return { subscription, request: { topicString, selector: undefined, lifetime } }
  }
  throw new AmqpError('amqp:not-found', `there is no durable subscription ${names.join(' or ')}`)
}

/** Returns the name of the durable subscription of a client and link. */
function privateName({ name }: LinkEndpoint, { clientId }: LinkContext): string {
  return checkName(`:private:${clientId}:${name}`)
}

/**
 * Returns the name of a shared subscription. The subscribers of one connection have links of different names, such as
 * `NAME`, `NAME|2` or `NAME|volatile1` of Qpid JMS: what follows the bar is not a part of the name.
 */
function sharedName(
  link: LinkEndpoint,
  { clientId }: LinkContext,
  kind: { readonly isGlobal: boolean; readonly isDurable: boolean },
): string {
  const owner = kind.isGlobal ? 'global' : `shared:${clientId}`
  const [name] = link.name.split('|')
  return checkName(`:${owner}:${kind.isDurable ? '' : 'volatile:'}${name}`)
}

/** Returns the name. Throws an `AmqpError` for one that is longer than names of subscriptions may be. */
function checkName(name: string): string {
  if (name.length <= maxNameLength) return name
  const text = `the link name makes a subscription name of ${name.length} characters; at most ${maxNameLength} are accepted`
  throw new AmqpError('amqp:invalid-field', text)
}

/** Clients without an id of their own ask for a `global` subscription in the capabilities of the link. */
function isGlobal({ attach }: LinkEndpoint): boolean {
  return new Set(attach.desiredCapabilities).has('global')
}

/** Subscriptions of detached links that end with their session or connection. AMQP 1.0 part 3, section 3.5.6. */
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
