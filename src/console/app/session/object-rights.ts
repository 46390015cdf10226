/** Decides what the console offers for one object: by the role of the user and the user's authorities on the object. */
import type { ObjectRow, ObjectTab } from '../screens/object-screen.ts'
import type { UserRights } from './rights.ts'

/** An authority of the object authority manager. */
export type ObjectAuthority = 'BROWSE' | 'CHG' | 'CLR' | 'CTRL' | 'DLT' | 'DSP' | 'GET' | 'PUB' | 'PUT'

/** Returns whether the user may change the object in this way. Rows of administrators list no authorities. */
export function mayChange({ change }: UserRights, { authorities }: ObjectRow, authority: ObjectAuthority): boolean {
  return change && (authorities?.has(authority) ?? true)
}

/** The authority that each tab needs. A user who may only put a message sees the tab of messages as well. */
const tabAuthorities: Readonly<Record<ObjectTab, readonly ObjectAuthority[]>> = {
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
