/**
 * START SERVICE and STOP SERVICE are rejected. Definitions are stored, but programs are run by the service
 * manager of the operating system.
 */
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { CommandContext, CommandHandler } from '../command/command.ts'
import { objectNotFoundError, requireAuthority } from '../command/subject.ts'
import type { CommandGrammar } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'

const grammar: CommandGrammar = { name: 'required', nameValue: objectDefinitions.service.name, arguments: [] }

export const startService: CommandHandler = {
  grammar,

  run(call) {
    throw new CommandError(
      'AMQ8404E',
      `the program of service ${nameOf(call)} is not run by the queue manager`,
    )
  },
}

export const stopService: CommandHandler = {
  grammar,

  run(call) {
    throw new CommandError('AMQ8404E', `service ${nameOf(call)} is not running`)
  },
}

function nameOf(call: CommandContext): string {
  const name = call.name as string
  requireAuthority(call, 'service', name, 'CTRL')
  if (!call.runtime.objects.find('service', name)) throw objectNotFoundError('service', name)
  return name
}
