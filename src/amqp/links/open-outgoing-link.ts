/** Opens a link on which a client receives: from a queue, from a queue by browsing, or from a subscription. */
import type { Connection, Subscription } from '../../qm/index.ts'
import { AmqpError } from '../protocol/errors.ts'
import { readTerminus, type Terminus } from '../protocol/frame-types.ts'
import type { RheaLink } from '../protocol/rhea-types.ts'
import { kindOf } from './addresses.ts'
import { createDynamicNode } from './dynamic-node.ts'
import { readFilters } from './filters.ts'
import type { Link, LinkContext } from './link-context.ts'
import { type MessageStream, streamBrowse, streamGets } from './message-stream.ts'
import { OutgoingLink } from './outgoing-link.ts'
import { resumeDurable, subscribe } from './subscriptions.ts'

const settled = 1

/** Prepares the link for the answer to its attach. Rejects when the source cannot be used. */
export async function openOutgoingLink(link: RheaLink, context: LinkContext): Promise<Link> {
  const isPresettled = link.remote.attach?.snd_settle_mode === settled
  if (isPresettled) link.local.attach.snd_settle_mode = settled
  const requested = readTerminus(link.source)
  const { stream, source, subscription } = requested
    ? await openStream(link, requested, context)
    : await openDurable(link, context)
  link.set_source(source)
  link.set_target({ address: link.target?.address ?? undefined })
  const outgoing = new OutgoingLink(link, stream, context, isPresettled)
  return {
    outgoing,
    end({ isClosed }) {
      outgoing.end()
      // A closed link ends its durable subscription; a detached one keeps it.
      subscription?.close(isClosed).catch(context.reportError)
    },
  }
}

interface OpenedStream {
  readonly stream: MessageStream
  /** The source that the answer describes. */
  readonly source: Terminus
  readonly subscription?: Subscription
}

async function openStream(link: RheaLink, requested: Terminus, context: LinkContext): Promise<OpenedStream> {
  const { connection, addresses } = context
  const { filter, selector } = readFilters(requested)
  const address = (await createDynamicNode(requested, context)) ?? requested.address ?? ''
  if (address === '') throw new AmqpError('amqp:invalid-field', 'the source of the link has no address')
  const source = { ...described(requested), address, ...(filter && { filter }) }

  const destination = addresses.resolve(address, kindOf(requested))
  if (destination.kind === 'topic') {
    const subscription = await subscribe(
      link,
      requested,
      { topicString: destination.topicString, selector },
      context,
    )
    return { stream: streamGets(subscription.open()), source, subscription }
  }
  const isBrowsing = requested.distribution_mode === 'copy'
  const stream = openQueue(connection, destination.name, selector, isBrowsing)
  return { stream, source: { ...source, distribution_mode: isBrowsing ? 'copy' : 'move' } }
}

function openQueue(
  connection: Connection,
  name: string,
  selector: string | undefined,
  isBrowsing: boolean,
): MessageStream {
  if (isBrowsing) return streamBrowse(connection.open(name, { mode: 'browse', selector }))
  return streamGets(connection.open(name, { mode: 'input', selector }))
}

/** Returns the fields that the answer repeats. */
function described({ durable, expiry_policy, timeout, dynamic, capabilities }: Terminus): Terminus {
  return {
    ...(durable && { durable }),
    ...(expiry_policy && { expiry_policy }),
    ...(timeout && { timeout }),
    ...(dynamic && { dynamic }),
    ...(capabilities && { capabilities }),
  }
}

async function openDurable(link: RheaLink, context: LinkContext): Promise<OpenedStream> {
  const { subscription, topicString } = await resumeDurable(link, context)
  const source = { address: topicString, durable: 2, expiry_policy: 'never', capabilities: ['topic'] }
  return { stream: streamGets(subscription.open()), source, subscription }
}
