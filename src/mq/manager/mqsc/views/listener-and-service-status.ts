/** DISPLAY LSSTATUS: running listeners; SVSTATUS: SYSTEM.AMQP.SERVICE. Programs of services are not run. */
import { choiceType, genericNameType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import { listUniqueAttributes } from '../../objects/definitions/object-definition.ts'
import { amqpService, objectDefinitions } from '../../objects/object-definitions.ts'
import type { ListenerStatus, ObjectRecord } from '../../types/services.ts'
import { column, type DisplayView, type ReadColumn, readRow } from '../command/display.ts'
import { hasAuthority } from '../command/subject.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'

type RunningListener = { readonly object: ObjectRecord; readonly status: ListenerStatus }

const listenerColumns: readonly ReadColumn<RunningListener>[] = [
  column('LISTENER', textType(48), ({ object }) => object.name),
  column('STATUS', choiceType('STARTING', 'RUNNING', 'STOPPING'), ({ status }) => status.state),
  column('PID', integerType(0, Number.MAX_SAFE_INTEGER), ({ status }) => status.pid),
  column('STARTDA', textType(12), ({ status }) => renderDate(status.startedAt)),
  column('STARTTI', textType(8), ({ status }) => renderTime(status.startedAt)),
  column('DESCR', textType(64), ({ object }) => object.attributes.DESCR),
  column('TRPTYPE', choiceType('TCP'), ({ object }) => object.attributes.TRPTYPE),
  column('CONTROL', choiceType('MANUAL', 'QMGR', 'STARTONLY'), ({ object }) => object.attributes.CONTROL),
  column('IPADDR', textType(48), ({ status }) => status.address),
  column('PORT', integerType(0, 65_535), ({ status }) => status.port),
  column('BACKLOG', integerType(0, 999_999_999), ({ status }) => status.backlog),
  { ...column('LSTERROR', textType(1024), ({ status }) => status.lastError), isByNameOnly: true },
]

export const listenerStatus: DisplayView = {
  message: 'AMQ8631I',
  name: 'required',
  nameValue: genericNameType(),
  columns: listenerColumns,
  alwaysShown: ['LISTENER', 'STATUS'],
  defaultColumns: () => ['PID'],

  rows(call) {
    return call.runtime.objects
      .list('listener')
      .filter(({ name }) => matchesGeneric(call.name ?? '*', name) && hasAuthority(call, 'listener', name, 'DSP'))
      .flatMap((object) => {
        const status = call.runtime.listeners.status(object.name)
        return status ? [readRow(listenerColumns, { object, status })] : []
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
