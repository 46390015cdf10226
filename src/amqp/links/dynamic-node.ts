/** The nodes of a terminus with `dynamic`, which exist until the connection ends. */
import { randomUUID } from 'node:crypto'
import type { SourceFields, TargetFields } from '../protocol/link-endpoint.ts'
import { kindOf } from './addresses.ts'
import type { LinkContext } from './link-context.ts'

/**
 * Resolves with the address of a new temporary queue, or with the capability `topic` or `temporary-topic` of a topic
 * string of its own; with undefined for a terminus that is not dynamic.
 */
export async function createDynamicNode(
  terminus: SourceFields | TargetFields,
  context: LinkContext,
): Promise<string | undefined> {
  if (!terminus.isDynamic) return undefined
  return kindOf(terminus) === 'topic' ? `AMQP/TEMPORARY/${randomUUID()}` : context.createTemporaryQueue()
}
