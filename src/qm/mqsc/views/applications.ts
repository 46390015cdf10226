/** The columns that describe the application of a connection. */
import { choiceType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import type { ConnectionStatus } from '../../types/services.ts'
import type { DisplayColumnSpec, DisplayValues } from '../command/display.ts'

export const applicationColumns: readonly DisplayColumnSpec[] = [
  { keyword: 'PID', value: integerType(0, Number.MAX_SAFE_INTEGER) },
  { keyword: 'TID', value: integerType(0, Number.MAX_SAFE_INTEGER) },
  { keyword: 'APPLDESC', value: textType(64) },
  { keyword: 'APPLTAG', value: textType(28) },
  { keyword: 'APPLTYPE', value: choiceType('USER', 'SYSTEM', 'CHANNEL') },
  { keyword: 'ASTATE', value: choiceType('NONE', 'ACTIVE', 'SUSPENDED') },
  { keyword: 'CHANNEL', value: textType(20) },
  { keyword: 'CONNAME', value: textType(264) },
  { keyword: 'USERID', value: textType(64) },
  { keyword: 'URTYPE', value: choiceType('QMGR', 'XA') },
  { keyword: 'QMURID', value: textType(32) },
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
