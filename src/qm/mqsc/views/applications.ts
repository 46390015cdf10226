/** What is told of the application at the other end of a connection. */
import { choice, integer, text } from '../../objects/values.ts'
import type { ConnectionStatus } from '../../runtime.ts'
import type { Column, Values } from '../display.ts'

export const applicationColumns: readonly Column[] = [
  { keyword: 'PID', value: integer(0, Number.MAX_SAFE_INTEGER) },
  { keyword: 'TID', value: integer(0, Number.MAX_SAFE_INTEGER) },
  { keyword: 'APPLDESC', value: text(64) },
  { keyword: 'APPLTAG', value: text(28) },
  { keyword: 'APPLTYPE', value: choice('USER', 'SYSTEM', 'CHANNEL') },
  { keyword: 'ASTATE', value: choice('NONE', 'ACTIVE', 'SUSPENDED') },
  { keyword: 'CHANNEL', value: text(20) },
  { keyword: 'CONNAME', value: text(264) },
  { keyword: 'USERID', value: text(64) },
  { keyword: 'URTYPE', value: choice('QMGR', 'XA') },
  { keyword: 'QMURID', value: text(32) },
]

/** Calls are not grouped in units of work that outlive them, so that unit is always the queue manager's and empty. */
export function applicationValues({
  pid,
  applicationName,
  channel,
  address,
  userId,
  isSystem,
}: ConnectionStatus): Values {
  return {
    PID: pid,
    TID: 1,
    APPLDESC: channel ? 'IBM MQ Channel' : '',
    APPLTAG: applicationName,
    APPLTYPE: isSystem ? 'SYSTEM' : 'USER',
    ASTATE: 'NONE',
    CHANNEL: channel,
    CONNAME: address,
    USERID: userId,
    URTYPE: 'QMGR',
    QMURID: '0.0',
  }
}

/** CONNTAG: identifies a connection among those of all queue managers. */
export function connectionTag({ id, applicationName }: ConnectionStatus, manager: string): string {
  return `MQCT${id}${manager}${applicationName}`
}
