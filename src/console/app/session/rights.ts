/**
 * Derives from the roles of a user what the console offers. The server checks the authority again for each
 * request.
 */
import type { ConsoleUser } from '../../../contract/console/session.ts'

export interface UserRights {
  /** Whether the user may use the console at all. */
  enter: boolean
  /**
   * Whether the user may create, alter, delete, start, stop, put and clear. For MQWebUser, the authority records
   * of the queue manager decide as well.
   */
  change: boolean
  /** Whether the user may create, start, stop and delete queue managers. */
  manage: boolean
  /** Whether the authorities of each object decide, so that lists contain them. */
  restricted: boolean
  /** Whether the user may browse messages. */
  browse: boolean
  /** Whether the user may use the pages of queue managers; a user of file transfer alone may not. */
  seeManagers: boolean
  /** Whether the user may see agents, transfers and monitors, and change them. */
  seeTransfers: boolean
  changeTransfers: boolean
}

export function findUserRights({ roles, settings }: Pick<ConsoleUser, 'roles' | 'settings'>): UserRights {
  const admin = roles.includes('MQWebAdmin')
  const reader = roles.includes('MQWebAdminRO')
  const user = roles.includes('MQWebUser')
  const seeManagers = admin || reader || user
  const changeTransfers = settings.transfersFiles && roles.includes('MFTWebAdmin')
  const seeTransfers = changeTransfers || (settings.transfersFiles && roles.includes('MFTWebAdminRO'))
  return {
    enter: seeManagers || seeTransfers,
    seeManagers,
    seeTransfers,
    changeTransfers,
    change: admin || user,
    manage: admin && settings.managesQueueManagers,
    restricted: user && !admin,
    browse: admin || user || (reader && settings.browsesMessages),
  }
}
