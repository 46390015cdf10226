/**
 * START SERVICE and STOP SERVICE. Definitions are stored, but programs are run by the service manager of the operating
 * system. SYSTEM.AMQP.SERVICE is a part of the queue manager, so it always runs.
 */
import { objectDefinitions } from '../../objects/object-definitions.ts'
import { amqpService } from '../../objects/system-objects.ts'
import { type CommandContext, type CommandHandler, succeed } from '../command/command.ts'
import { objectNotFoundError, requireAuthority } from '../command/subject.ts'
import type { CommandGrammar } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'

const grammar: CommandGrammar = { name: 'required', nameValue: objectDefinitions.service.name, arguments: [] }

export const startService: CommandHandler = {
  grammar,

  async run(call) {
    const name = nameOf(call)
    if (name === amqpService) return succeed('AMQ8733I')
    throw new CommandError('AMQ8404E', `the program of service ${name} is not run by the queue manager`)
  },
}

export const stopService: CommandHandler = {
  grammar,

  run(call) {
    const name = nameOf(call)
    const reason =
      name === amqpService
        ? `service ${name} runs as long as the queue manager; STOP CHANNEL ends an AMQP channel`
        : `service ${name} is not running`
    throw new CommandError('AMQ8404E', reason)
  },
}

function nameOf(call: CommandContext): string {
  const name = call.name as string
  requireAuthority(call, 'service', name, 'CTRL')
  if (!call.runtime.objects.find('service', name)) throw objectNotFoundError('service', name)
  return name
}
