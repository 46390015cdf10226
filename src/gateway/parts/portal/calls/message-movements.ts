/** Which movements of messages a user sees, and of whose applications. */
import type { MessageMovement } from '../../../contract/access/explanation.ts'
import { findOwnApplications, type PortalContext, seesDocuments } from '../context/portal-context.ts'
import type { MessageMovementView } from '../rest/index.ts'

/**
 * Returns the movements of messages that an application of the user has put or taken, without the applications of other users. An owner who
 * may change documents sees all of the catalog.
 */
export function viewMovements(
  messages: readonly MessageMovement[],
  context: Pick<PortalContext, 'user' | 'deps'>,
): MessageMovementView[] {
  const seesAll = seesDocuments(context)
  const names = new Set<string | undefined>(findOwnApplications(context).map(({ name }) => name))
  const ofCatalog = messages.filter(({ catalog }) => catalog === context.deps.catalog.path)
  const own = ofCatalog.filter(({ application }) => names.has(application))
  const ownMessages = new Set(own.flatMap(({ messageId }) => messageId ?? []))
  // The messages of a batch have the trace of the call that put them. Others may use the same trace for their messages.
  const ownBatches = own.filter(({ how, messageId }) => how === 'put' && messageId === undefined)
  const isOfBatch = ({ traceId, queue }: MessageMovement) =>
    ownBatches.some((each) => each.traceId === traceId && (each.queue === queue || each.queue === undefined))
  const visible = ofCatalog.filter(
    (each) => seesAll || own.includes(each) || ownMessages.has(each.messageId ?? '') || isOfBatch(each),
  )
  return visible.map(({ how, at, queue, messageId, traceId, application, requestId }) => ({
    how,
    at: new Date(at).toISOString(),
    queue,
    message: messageId,
    trace: traceId,
    ...((seesAll || names.has(application)) && { requestId, application }),
  }))
}
