/** START LISTENER and STOP LISTENER open and close the port of a listener. */

import { choiceType } from '../../objects/definitions/attribute-types.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { objectNotFoundError, requireAuthority } from '../command/subject.ts'
import type { CommandGrammar } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'

const grammar: CommandGrammar = {
  name: 'optional',
  nameValue: objectDefinitions.listener.name,
  arguments: [{ keyword: 'IGNSTATE', value: choiceType('YES', 'NO') }],
}

export const startListener: CommandHandler = {
  grammar,

  async run(call) {
    const name = nameOf(call)
    const { listeners } = call.runtime
    if (!listeners.status(name)) await listeners.start(name)
    else if (!ignoresState(call)) throw new CommandError('AMQ8730E')
    return succeed('AMQ8021I')
  },
}

export const stopListener: CommandHandler = {
  grammar,

  async run(call) {
    const stopped = await call.runtime.listeners.stop(nameOf(call))
    if (!stopped && !ignoresState(call)) throw new CommandError('AMQ8731E')
    return succeed('AMQ8706I')
  },
}

/** Returns the name of the listener; the default listener when none is given. */
function nameOf(call: CommandContext): string {
  const name = call.name ?? 'SYSTEM.DEFAULT.LISTENER.TCP'
  requireAuthority(call, 'listener', name, 'CTRL')
  if (!call.runtime.objects.find('listener', name)) throw objectNotFoundError('listener', name)
  return name
}

function ignoresState(call: CommandContext): boolean {
  return textArgument(call, 'IGNSTATE') === 'YES'
}
