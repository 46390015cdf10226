import { MessageUnitOfWork } from '../persistence/unit-of-work.ts'
import { mqError } from '../types/reason-codes.ts'
import type { UnitOfWork } from '../types/unit-of-work.ts'

/** Returns the engine's view of a unit of work. Throws reason code 2255 when another module made the object. */
export function ownUnitOfWork(unit: UnitOfWork | undefined): MessageUnitOfWork | undefined {
  if (unit === undefined || unit instanceof MessageUnitOfWork) return unit
  throw mqError('MQRC_UOW_NOT_AVAILABLE', 'the unit of work was not begun by a connection to this queue manager')
}
