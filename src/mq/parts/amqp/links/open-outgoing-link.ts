/** Opens a link on which a client receives: from a queue, from a queue by browsing, or from a subscription. */
import { waitUntilAborted } from '../../../../shared/lib/time/wait-or-abort.ts'
import type { Message, OpenQueue, UnitOfWork } from '../../../manager/index.ts'
import * as types from '../protocol/composites.ts'
import { AmqpError } from '../protocol/errors.ts'
import { encodeComposite } from '../protocol/frames.ts'
import type { SourceFields } from '../protocol/link-endpoint.ts'
import type { OutgoingEndpoint } from '../protocol/outgoing-endpoint.ts'
import { type AmqpValue, DescribedValue } from '../protocol/value-reader.ts'
import { ValueWriter } from '../protocol/value-writer.ts'
import { createDynamicNode, kindOf, type Link, type LinkContext } from './link-context.ts'
import { OutgoingLink } from './outgoing-link.ts'
import { describeLifetime, readLifetime } from './source-lifetime.ts'
import { type HeldSubscription, resumeDurable, subscribe } from './subscriptions.ts'

const settled = 1

/** Prepares the link for the answer to its attach. Rejects when the source cannot be used. */
export async function openOutgoingLink(link: OutgoingEndpoint, context: LinkContext): Promise<Link> {
  const isPresettled = link.attach.senderSettleMode === settled
  const { stream, source, held } = link.source
    ? await openStream(link, link.source, context)
    : await openDurable(link, context)
  const outgoing = new OutgoingLink(link, stream, context, isPresettled)
  return {
    answer: {
      senderSettleMode: isPresettled ? settled : undefined,
      source: encodeComposite(types.sourceAnswer, source),
      target: encodeComposite(types.target, { address: link.target?.address }),
    },
    outgoing,
    end(cause) {
      outgoing.end()
      if (!held) return
      const isHeld = cause === 'detached' && context.held.hold(link, held)
      // A closed link ends its subscription; otherwise a durable one remains for the timeout of its source.
      if (!isHeld) held.subscription.close(cause === 'closed').catch(context.reportError)
    },
  }
}

interface OpenedStream {
  readonly stream: MessageStream
  /** The source that the answer describes. */
  readonly source: types.Fields<typeof types.sourceAnswer>
  /** The subscription of a link to a topic. */
  readonly held?: HeldSubscription
}

async function openStream(
  link: OutgoingEndpoint,
  requested: SourceFields,
  context: LinkContext,
): Promise<OpenedStream> {
  const { connection, resolveAddress } = context
  const { filter, selector } = readFilters(requested)
  const address = (await createDynamicNode(requested, context)) ?? requested.address ?? ''
  if (address === '') throw new AmqpError('amqp:invalid-field', 'the source of the link has no address')
  const { isDynamic, capabilities } = requested
  const destination = resolveAddress(address, kindOf(requested))
  const lifetime = readLifetime(requested)
  const source = { address, isDynamic, capabilities, filter, ...describeLifetime(lifetime) }
  if (destination.kind === 'topic') {
    const held = await subscribe(link, { topicString: destination.topicString, selector, lifetime }, context)
    return { stream: streamGets(held.subscription.open()), source, held }
  }
  const isBrowsing = requested.distributionMode === 'copy'
  const stream = isBrowsing
    ? streamBrowse(connection.open(destination.name, { mode: 'browse', selector }))
    : streamGets(connection.open(destination.name, { mode: 'input', selector }))
  return { stream, source: { ...source, distributionMode: isBrowsing ? 'copy' : 'move' } }
}

async function openDurable(link: OutgoingEndpoint, context: LinkContext): Promise<OpenedStream> {
  const held = await resumeDurable(link, context)
  const { topicString, lifetime } = held.request
  const source = { address: topicString, capabilities: ['topic'], ...describeLifetime(lifetime) }
  return { stream: streamGets(held.subscription.open()), source, held }
}

const selectorDescriptors = new Set<AmqpValue>(['apache.org:selector-filter:string', 0x468c_0000_0004])

/**
 * Reads the filters of a source: message selectors, as Apache's registry of AMQP filters defines them. Returns the encoded map of
 * those that the server applies, for its answer; others are left out, as AMQP 1.0 part 3, section 3.5.1 asks. Throws an
 * `AmqpError` for a selector that is not a string.
 */
function readFilters({ filter }: SourceFields) {
  const entries = Array.isArray(filter) ? filter : [] // names and values in turn
  for (const [place, value] of entries.entries()) {
    if (!(value instanceof DescribedValue) || !selectorDescriptors.has(value.descriptor)) continue
    const name = String(entries[place - 1])
    const selector = value.value
    if (typeof selector !== 'string') throw new AmqpError('amqp:invalid-field', `the filter ${name} is not a string`)
    if (selector.trim() === '') break
    return { filter: encodeFilter(name, value.descriptor as number | string, selector), selector }
  }
  return { filter: undefined, selector: undefined }
}

function encodeFilter(name: string, descriptor: number | string, selector: string): Buffer {
  const writer = new ValueWriter()
  writer.map(() => {
    writer.symbol(name)
    writer.anyDescriptor(descriptor)
    writer.string(selector)
    return 1
  })
  return writer.finish()
}

/** The messages of a terminus: of a queue or subscription that are got, or of a queue that are browsed. */
interface NextOptions {
  /** Whether to wait for a message, until the signal aborts. */
  readonly waits: boolean
  readonly signal: AbortSignal
  readonly unitOfWork: UnitOfWork | undefined
}

export interface MessageStream {
  /** The name of the local queue with the messages. */
  readonly queue: string
  /** Whether messages stay on the queue whatever the client says about them. */
  readonly isBrowsing: boolean
  /** Resolves with undefined when there is no message and the call does not wait. */
  next(options: NextOptions): Promise<Message | undefined>
  close(): void
}

function streamGets(queue: OpenQueue): MessageStream {
  return {
    queue: queue.name,
    isBrowsing: false,
    next: ({ waits, signal, unitOfWork }) =>
      queue.get({ waitMs: waits ? Number.POSITIVE_INFINITY : 0, signal, unitOfWork }),
    close: () => queue.close(),
  }
}

function streamBrowse(queue: OpenQueue): MessageStream {
  return {
    queue: queue.name,
    isBrowsing: true,
    async next({ waits, signal }) {
      for (;;) {
        const arrival = Promise.withResolvers<void>()
        const unwatch = queue.watchArrivals(arrival.resolve)
        try {
          const message = await queue.browseNext()
          if (message || !waits) return message
          await waitUntilAborted(signal, arrival.promise)
        } finally {
          unwatch()
        }
      }
    },
    close: () => queue.close(),
  }
}
