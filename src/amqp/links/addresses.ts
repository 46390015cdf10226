/** Decides what the address of a terminus stands for, and creates the queue of a dynamic one. */
import { randomUUID } from 'node:crypto'
import type { ChannelHost } from '../../qm/index.ts'
import { AmqpError } from '../protocol/errors.ts'
import type { SourceFields, TargetFields } from '../protocol/link-endpoint.ts'
import type { LinkContext } from './link-context.ts'

export type Destination =
  | { readonly kind: 'queue'; readonly name: string }
  | { readonly kind: 'topic'; readonly topicString: string }

export interface AddressResolver {
  /** Returns the queue or topic of the capability, or else a queue of this name, or a topic. Throws an `AmqpError`. */
  resolve(address: string, kind: Destination['kind'] | undefined): Destination
}

/** `topicRoot` is TPROOT of the channel: the topic object above the topics of its clients. */
export function createAddressResolver(host: ChannelHost, topicRoot: () => string): AddressResolver {
  return {
    resolve(address, kind = host.findObject('queue', address) ? 'queue' : 'topic') {
      if (kind === 'queue') return { kind, name: address }
      return { kind, topicString: addPrefix(host, topicRoot(), address) }
    },
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
