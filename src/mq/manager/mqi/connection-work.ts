/** What a connection has in progress, which ends with it, and its units of work as the engine sees them. */
import { MessageUnitOfWork } from '../persistence/unit-of-work.ts'
import type { WaitingGetter } from '../queues/waiting-getters.ts'
import type { OpenConnection } from '../running/open-connections.ts'
import { mqError } from '../types/errors.ts'
import type { UnitOfWork } from '../types/message.ts'
import type { SmallSet } from '../types/small-set.ts'

interface ConnectionWork {
  readonly waiting: SmallSet<WaitingGetter>
  readonly unitsOfWork: OpenConnection['unitsOfWork']
  /** Functions that remove the temporary objects of the connection. The call empties the set. */
  readonly closers: SmallSet<() => Promise<void>>
}

/**
 * Fails waiting gets, backs units of work out and removes temporary objects. Resolves when the objects are removed;
 * returns undefined when there was nothing to end, as for most connections of the REST API, one for each request.
 */
export function endConnectionWork(
  { waiting, unitsOfWork, closers }: ConnectionWork,
  error: () => Error,
): Promise<void> | undefined {
  if (waiting.size + unitsOfWork.size + closers.size === 0) return undefined
  for (const waiter of [...waiting]) waiter.fail(error())
  const backouts = [...unitsOfWork].map((unit) =>
    // The messages are available again even if the disk rejects the backout counts.
    unit.backout().catch(() => undefined),
  )
  const closing = [...closers].map((closer) => closer())
  closers.clear()
  return Promise.all([...backouts, ...closing]).then(() => undefined)
}

/** Returns the engine's view of a unit of work. Throws reason code 2255 when another module made the object. */
export function ownUnitOfWork(unit: UnitOfWork | undefined): MessageUnitOfWork | undefined {
  if (unit === undefined || unit instanceof MessageUnitOfWork) return unit
  throw mqError('MQRC_UOW_NOT_AVAILABLE', 'the unit of work was not begun by a connection to this queue manager')
}
