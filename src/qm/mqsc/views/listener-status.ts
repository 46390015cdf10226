/** DISPLAY LSSTATUS: the running listeners. */
import { choice, genericName, integer, text } from '../../objects/values.ts'
import type { ListenerStatus, ObjectRecord } from '../../runtime.ts'
import { type DisplayValues, type DisplayView, namedObjectNotFoundError } from '../command/display.ts'
import { hasAuthority } from '../command/subject.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'

export const listenerStatus: DisplayView = {
  message: 'AMQ8631I',
  name: 'required',
  nameValue: genericName(),
  columns: [
    { keyword: 'LISTENER', value: text(48) },
    { keyword: 'STATUS', value: choice('STARTING', 'RUNNING', 'STOPPING') },
    { keyword: 'PID', value: integer(0, Number.MAX_SAFE_INTEGER) },
    { keyword: 'STARTDA', value: text(12) },
    { keyword: 'STARTTI', value: text(8) },
    { keyword: 'DESCR', value: text(64) },
    { keyword: 'TRPTYPE', value: choice('TCP') },
    { keyword: 'CONTROL', value: choice('MANUAL', 'QMGR', 'STARTONLY') },
    { keyword: 'IPADDR', value: text(48) },
    { keyword: 'PORT', value: integer(0, 65_535) },
    { keyword: 'BACKLOG', value: integer(0, 999_999_999) },
  ],
  alwaysShown: ['LISTENER', 'STATUS'],
  defaultColumns: () => ['PID'],
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    return call.runtime.objects
      .list('listener')
      .filter(
        ({ name }) => matchesGeneric(call.name ?? '*', name) && hasAuthority(call, 'listener', name, 'DSP'),
      )
      .flatMap((object) => {
        const status = call.runtime.listeners.status(object.name)
        return status ? [{ values: valuesOf(object, status) }] : []
      })
  },
}

function valuesOf({ name, attributes }: ObjectRecord, status: ListenerStatus): DisplayValues {
  return {
    LISTENER: name,
    STATUS: status.state,
    PID: status.pid,
    STARTDA: renderDate(status.startedAt),
    STARTTI: renderTime(status.startedAt),
    DESCR: attributes.DESCR,
    TRPTYPE: attributes.TRPTYPE,
    CONTROL: attributes.CONTROL,
    IPADDR: status.address,
    PORT: status.port,
    BACKLOG: status.backlog,
  }
}
