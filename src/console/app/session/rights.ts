/** What the roles of a user let the console offer. The server decides again at every call. */
import type { ConsoleUser } from '../api/session.ts'

export interface UserRights {
  /** Any page at all. */
  enter: boolean
  /** Create, alter, delete, start, stop, put, clear. For MQWebUser the queue manager has the last word. */
  change: boolean
  /** Create, start, stop and delete queue managers. */
  manage: boolean
  /** Look at messages. */
  browse: boolean
}

export function findUserRights({ roles, settings }: Pick<ConsoleUser, 'roles' | 'settings'>): UserRights {
  const admin = roles.includes('MQWebAdmin')
  const reader = roles.includes('MQWebAdminRO')
  const user = roles.includes('MQWebUser')
  return {
    enter: admin || reader || user,
    change: admin || user,
    manage: admin && settings.managesQueueManagers,
    browse: admin || user || (reader && settings.browsesMessages),
  }
}
