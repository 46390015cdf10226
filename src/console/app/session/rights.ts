/** What the roles of a user let the console offer. The server decides again at every call. */
import type { User } from '../api/session.ts'

export interface Rights {
  /** Any page at all. */
  enter: boolean
  /** Create, alter, delete, start, stop, put, clear. For MQWebUser the queue manager has the last word. */
  change: boolean
  /** Create, start, stop and delete queue managers. */
  manage: boolean
  /** Look at messages. */
  browse: boolean
}

export function rightsOf({ roles, settings }: Pick<User, 'roles' | 'settings'>): Rights {
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
