/** DISPLAY SVSTATUS. Programs of services are not run; SYSTEM.AMQP.SERVICE runs within the queue manager. */

import { choiceType, genericNameType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import { listUniqueAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { amqpService } from '../../objects/system-objects.ts'
import { type DisplayView, namedObjectNotFoundError } from '../command/display.ts'
import { hasAuthority } from '../command/subject.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'

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
