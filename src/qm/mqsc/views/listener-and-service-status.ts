/**
 * DISPLAY LSSTATUS: the running listeners; DISPLAY SVSTATUS: the running services. Programs of services are not run;
 * SYSTEM.AMQP.SERVICE runs within the queue manager.
 */
import { choiceType, genericNameType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import { listUniqueAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { amqpService } from '../../objects/system-objects.ts'
import type { ListenerStatus, ObjectRecord } from '../../types/services.ts'
import { type DisplayView, namedObjectNotFoundError, type ReadColumn, readColumns } from '../command/display.ts'
import { hasAuthority } from '../command/subject.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'

interface RunningListener {
  readonly object: ObjectRecord
  readonly status: ListenerStatus
}

const listenerColumns: readonly ReadColumn<RunningListener>[] = [
  { keyword: 'LISTENER', value: textType(48), read: ({ object }) => object.name },
  { keyword: 'STATUS', value: choiceType('STARTING', 'RUNNING', 'STOPPING'), read: ({ status }) => status.state },
  { keyword: 'PID', value: integerType(0, Number.MAX_SAFE_INTEGER), read: ({ status }) => status.pid },
  { keyword: 'STARTDA', value: textType(12), read: ({ status }) => renderDate(status.startedAt) },
  { keyword: 'STARTTI', value: textType(8), read: ({ status }) => renderTime(status.startedAt) },
  { keyword: 'DESCR', value: textType(64), read: ({ object }) => object.attributes.DESCR },
  { keyword: 'TRPTYPE', value: choiceType('TCP'), read: ({ object }) => object.attributes.TRPTYPE },
  {
    keyword: 'CONTROL',
    value: choiceType('MANUAL', 'QMGR', 'STARTONLY'),
    read: ({ object }) => object.attributes.CONTROL,
  },
  { keyword: 'IPADDR', value: textType(48), read: ({ status }) => status.address },
  { keyword: 'PORT', value: integerType(0, 65_535), read: ({ status }) => status.port },
  { keyword: 'BACKLOG', value: integerType(0, 999_999_999), read: ({ status }) => status.backlog },
  { keyword: 'LSTERROR', value: textType(1024), isByNameOnly: true, read: ({ status }) => status.lastError },
]

export const listenerStatus: DisplayView = {
  message: 'AMQ8631I',
  name: 'required',
  nameValue: genericNameType(),
  columns: listenerColumns,
  alwaysShown: ['LISTENER', 'STATUS'],
  defaultColumns: () => ['PID'],
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    return call.runtime.objects
      .list('listener')
      .filter(({ name }) => matchesGeneric(call.name ?? '*', name) && hasAuthority(call, 'listener', name, 'DSP'))
      .flatMap((object) => {
        const status = call.runtime.listeners.status(object.name)
        return status ? [{ values: readColumns(listenerColumns, { object, status }) }] : []
      })
  },
}

export const serviceStatus: DisplayView = {
  name: 'required',
  nameValue: genericNameType(),
  message: 'AMQ8632I',
  columns: [
    { keyword: 'SERVICE', value: textType(48) },
    { keyword: 'STATUS', value: choiceType('RUNNING', 'STARTING', 'STOPPING') },
    { keyword: 'PID', value: integerType(0, Number.MAX_SAFE_INTEGER) },
    { keyword: 'STARTDA', value: textType(12) },
    { keyword: 'STARTTI', value: textType(8) },
    ...listUniqueAttributes(objectDefinitions.service).filter(({ keyword }) => !keyword.startsWith('ALT')),
  ],
  alwaysShown: ['SERVICE', 'STATUS'],
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    const { objects, status } = call.runtime
    const service = objects.find('service', amqpService)
    const isShown = matchesGeneric(call.name ?? '*', amqpService) && hasAuthority(call, 'service', amqpService, 'DSP')
    if (!service || !isShown) return []
    const { pid, startedAt } = status()
    const times = { STARTDA: renderDate(startedAt), STARTTI: renderTime(startedAt) }
    return [{ values: { ...service.attributes, SERVICE: amqpService, STATUS: 'RUNNING', PID: pid, ...times } }]
  },
}
