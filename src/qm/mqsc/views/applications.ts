/** The columns that describe the application of a connection, and their values. */
import { choiceType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import type { ConnectionStatus } from '../../types/services.ts'
import type { DisplayColumnSpec, DisplayValues } from '../command/display.ts'

const columnTypes = {
  PID: integerType(0, Number.MAX_SAFE_INTEGER),
  TID: integerType(0, Number.MAX_SAFE_INTEGER),
  APPLDESC: textType(64),
  APPLTAG: textType(28),
  APPLTYPE: choiceType('USER', 'SYSTEM', 'CHANNEL'),
  ASTATE: choiceType('NONE', 'ACTIVE', 'SUSPENDED'),
  CHANNEL: textType(20),
  CONNAME: textType(264),
  USERID: textType(64),
  URTYPE: choiceType('QMGR', 'XA'),
  QMURID: textType(32),
}

/** Returns columns of the application. Each DISPLAY command has them in an order of its own. */
export function applicationColumns(...keywords: (keyof typeof columnTypes)[]): DisplayColumnSpec[] {
  return keywords.map((keyword) => ({ keyword, value: columnTypes[keyword] }))
}

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

/** Returns CONNTAG, which identifies a connection among those of all queue managers, by the queue manager's QMID. */
export function connectionTag({ id, applicationName }: ConnectionStatus, queueManagerId: string): string {
  return `MQCT${id}${queueManagerId}${applicationName}`
}
