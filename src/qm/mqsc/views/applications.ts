/** The columns that describe the application of a connection. */
import { choice, integer, text } from '../../objects/values.ts'
import type { ConnectionStatus } from '../../runtime.ts'
import type { DisplayColumnSpec, DisplayValues } from '../command/display.ts'

export const applicationColumns: readonly DisplayColumnSpec[] = [
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

/** Every call is a unit of work of its own, so the displayed unit of work is always empty. */
export function applicationValues({
  pid,
  applicationName,
  channel,
  address,
  userId,
  isSystem,
}: ConnectionStatus): DisplayValues {
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

/** Returns CONNTAG, which identifies a connection among those of all queue managers. */
export function connectionTag({ id, applicationName }: ConnectionStatus, manager: string): string {
  return `MQCT${id}${manager}${applicationName}`
}
