/** START LISTENER and STOP LISTENER: opens and closes the port of a listener. */
import { kinds } from '../../objects/index.ts'
import { choice } from '../../objects/values.ts'
import { type Call, done, type Handler, textOf } from '../command.ts'
import type { Grammar } from '../grammar.ts'
import { Refused } from '../messages.ts'
import { authorize, notFound } from '../subject.ts'

const grammar: Grammar = {
  name: 'optional',
  nameValue: kinds.listener.name,
  arguments: [{ keyword: 'IGNSTATE', value: choice('YES', 'NO') }],
}

export const startListener: Handler = {
  grammar,

  async run(call) {
    const name = nameOf(call)
    const { listeners } = call.runtime
    if (!listeners.status(name)) await listeners.start(name)
    else if (!ignoresState(call)) throw new Refused('AMQ8730E')
    return done('AMQ8021I')
  },
}

export const stopListener: Handler = {
  grammar,

  async run(call) {
    const stopped = await call.runtime.listeners.stop(nameOf(call))
    if (!stopped && !ignoresState(call)) throw new Refused('AMQ8731E')
    return done('AMQ8706I')
  },
}

/** Without a name it is the default listener. */
function nameOf(call: Call): string {
  const name = call.name ?? 'SYSTEM.DEFAULT.LISTENER.TCP'
  authorize(call, 'listener', name, 'CTRL')
  if (!call.runtime.objects.find('listener', name)) throw notFound('listener', name)
  return name
}

function ignoresState(call: Call): boolean {
  return textOf(call, 'IGNSTATE') === 'YES'
}
