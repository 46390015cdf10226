/** The subscriptions of clients to topics. */
import type { Subscription } from '../../qm/index.ts'
import { AmqpError } from '../protocol/errors.ts'
import type { Terminus } from '../protocol/frame-types.ts'
import type { RheaLink } from '../protocol/rhea-types.ts'
import type { LinkContext } from './link-context.ts'

export interface SubscriptionRequest {
  readonly topicString: string
  readonly selector: string | undefined
}

/** Returns the name of the durable subscription of a link: that of the client and the link. */
export function durableName({ name }: RheaLink, { clientId }: LinkContext): string {
  return `:private:${clientId}:${name}`
}

/**
 * Subscribes, or resumes the durable subscription of the client with the name of the link. A durable subscription to
 * another topic or with another selector is replaced, as in JMS.
 */
export async function subscribe(
  link: RheaLink,
  source: Terminus,
  request: SubscriptionRequest,
  context: LinkContext,
): Promise<Subscription> {
  rejectShared(source)
  const { connection } = context
  if (!isDurable(source)) return connection.subscribe(request)

  const name = durableName(link, context)
  const { TOPICSTR, SELECTOR } = context.host.findObject('sub', name)?.attributes ?? {}
  const isOther =
    TOPICSTR !== undefined && (TOPICSTR !== request.topicString || SELECTOR !== (request.selector ?? ''))
  if (isOther) {
    const before = await connection.subscribe({ topicString: String(TOPICSTR), durableName: name })
    await before.close(true)
  }
  return connection.subscribe({ ...request, durableName: name })
}

/** Returns the topic string of the durable subscription of a link, or undefined when there is none. */
export function findDurableTopic(link: RheaLink, context: LinkContext): string | undefined {
  const existing = context.host.findObject('sub', durableName(link, context))
  return existing && String(existing.attributes.TOPICSTR)
}

/** A source is durable when it outlives the connection: a durable terminus state with the expiry policy `never`. */
function isDurable({ durable, expiry_policy: expiry }: Terminus): boolean {
  return Boolean(durable) && expiry === 'never'
}

function rejectShared({ capabilities }: Terminus): void {
  const names = [capabilities ?? []].flat().map(String)
  if (!names.includes('shared')) return
  throw new AmqpError(
    'amqp:not-implemented',
    'shared subscriptions are not supported; use a queue, or one subscriber',
  )
}
