/** Derives from the roles of a user what the console offers. The server checks the authority again for each request. */
import type { ConsoleUser } from '../../contract/session.ts'
import type { ObjectRow, ObjectTab } from '../../pages/screens/object-screen.ts'

export interface UserRights {
  /** Whether the user may use the console at all. */
  enter: boolean
  /** Whether the user may change objects and put messages. For MQWebUser, authority records decide as well. */
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

/** An authority of the object authority manager. */
export type ObjectAuthority = 'BROWSE' | 'CHG' | 'CLR' | 'CTRL' | 'DLT' | 'DSP' | 'GET' | 'PUB' | 'PUT'

/** Returns whether the user may change the object in this way. Rows of administrators list no authorities. */
export function mayChange({ change }: UserRights, { authorities }: ObjectRow, authority: ObjectAuthority): boolean {
  return change && (authorities?.has(authority) ?? true)
}

/** The authority that each tab needs. A user who may only put a message sees the tab of messages as well. */
const tabAuthorities: Readonly<Record<ObjectTab, readonly ObjectAuthority[]>> = {
  channel: ['DSP'],
  messages: ['BROWSE', 'PUT'],
  properties: ['DSP'],
  statistics: ['DSP'],
  publish: ['PUB'],
  authority: ['DSP'],
}

export function maySeeTab({ browse }: UserRights, { authorities }: ObjectRow, tab: ObjectTab): boolean {
  if (tab === 'messages' && !browse) return false
  return authorities === undefined || tabAuthorities[tab].some((authority) => authorities.has(authority))
}
