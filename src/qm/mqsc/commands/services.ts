/** START SERVICE and STOP SERVICE. Definitions are kept; running other programs is left to the machine's own service manager. */
import { kinds } from '../../objects/index.ts'
import type { Call, Handler } from '../command.ts'
import type { Grammar } from '../grammar.ts'
import { Refused } from '../messages.ts'
import { authorize, notFound } from '../subject.ts'

const grammar: Grammar = { name: 'required', nameValue: kinds.service.name, arguments: [] }

export const startService: Handler = {
  grammar,

  run(call) {
    throw new Refused('AMQ8404E', `the program of service ${nameOf(call)} is not run by the queue manager`)
  },
}

export const stopService: Handler = {
  grammar,

  run(call) {
    throw new Refused('AMQ8404E', `service ${nameOf(call)} is not running`)
  },
}

function nameOf(call: Call): string {
  const name = call.name as string
  authorize(call, 'service', name, 'CTRL')
  if (!call.runtime.objects.find('service', name)) throw notFound('service', name)
  return name
}
