/**
 * Settles deliveries with their states.
 *
 * rhea 3.0.5 writes one disposition for the first two deliveries of a turn even if their states differ, so that a
 * rejected message could be reported as accepted. These functions make it write the first one before.
 */
import { forgetOutgoing } from './outgoing-deliveries.ts'
import type { IncomingDelivery, OutgoingDelivery, RheaSession } from './rhea-types.ts'
import type { Typed } from './value-types.ts'

/** Settles a message that the client sent. Messages with the same `state` object share a disposition. */
export function settleIncoming(session: RheaSession, delivery: IncomingDelivery, state: Typed): void {
  const { incoming } = session
  const last = incoming.updated.at(-1)
  if (last && last.state !== state) incoming.process(session)
  delivery.update(true, state)
}

/** Settles a message that the client received, and forgets it. */
export function settleOutgoing(
  session: RheaSession,
  delivery: OutgoingDelivery,
  state: Typed | undefined,
): void {
  const { outgoing } = session
  const last = outgoing.pending_dispositions.at(-1)
  if (last && last.state !== state) outgoing.process()
  delivery.update(true, state)
  forgetOutgoing(session, delivery)
}
