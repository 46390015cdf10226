/** The subscriptions of clients to topics: of their own, or shared with other subscribers as in JMS 2.0. */
import type { SharedSubscription, Subscription } from '../../../manager/index.ts'
import { AmqpError } from '../protocol/errors.ts'
import type { LinkEndpoint, SourceFields } from '../protocol/link-endpoint.ts'
import type { LinkContext } from './link-context.ts'

export type SubscriptionRequest = { readonly topicString: string; readonly selector: string | undefined }

/**
 * Subscribes, resumes the durable subscription of the client with the name of the link, or joins a shared subscription.
 * A durable or shared subscription to another topic or with another selector is replaced, as in JMS. Rejects when it is
 * in use.
 */
export async function subscribe(
  link: LinkEndpoint,
  source: SourceFields,
  request: SubscriptionRequest,
  context: LinkContext,
): Promise<Subscription> {
  const { connection } = context
  const shared = findShared(link, source, context)
  if (!shared && !isDurable(source)) return connection.subscribe(request)

  const named = shared ? { shared } : { durableName: privateName(link, context) }
  await removeOther(shared?.name ?? privateName(link, context), request, context)
  return connection.subscribe({ ...request, ...named })
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
export async function resumeDurable(
  link: LinkEndpoint,
  context: LinkContext,
): Promise<{ readonly subscription: Subscription; readonly topicString: string }> {
  const names = [sharedName(link, context, { isGlobal: isGlobal(link), isDurable: true })]
  if (!isGlobal(link)) names.unshift(privateName(link, context))
  for (const durableName of names) {
    const found = context.host.findObject('sub', durableName)
    if (!found) continue
    const topicString = String(found.attributes.TOPICSTR)
    return { subscription: await context.connection.subscribe({ topicString, durableName }), topicString }
  }
  throw new AmqpError('amqp:not-found', `there is no durable subscription ${names.join(' or ')}`)
}

/** Returns the name of the durable subscription of a client and link. */
function privateName({ name }: LinkEndpoint, { clientId }: LinkContext): string {
  return `:private:${clientId}:${name}`
}

/** Returns the subscription of a source with the capability `shared`; with `global`, clients of any id share it. */
function findShared(link: LinkEndpoint, source: SourceFields, context: LinkContext): SharedSubscription | undefined {
  const names = new Set(source.capabilities)
  if (!names.has('shared')) return undefined
  const kind = { isGlobal: names.has('global'), isDurable: isDurable(source) }
  return { name: sharedName(link, context, kind), isDurable: kind.isDurable }
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
  return `:${owner}:${kind.isDurable ? '' : 'volatile:'}${name}`
}

/** Clients without an id of their own ask for a `global` subscription in the capabilities of the link. */
function isGlobal({ attach }: LinkEndpoint): boolean {
  return new Set(attach.desiredCapabilities).has('global')
}

/** A source is durable when it outlives the connection: a durable terminus state with the expiry policy `never`. */
function isDurable({ durable, expiryPolicy }: SourceFields): boolean {
  return Boolean(durable) && expiryPolicy === 'never'
}
