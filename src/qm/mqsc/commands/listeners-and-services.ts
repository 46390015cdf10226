/**
 * START and STOP of listeners, which open and close the port of a listener, and of services. Definitions of services are
 * stored, but programs are run by the service manager of the operating system. SYSTEM.AMQP.SERVICE is a part of the queue
 * manager, so it always runs.
 */
import { choiceType } from '../../objects/definitions/attribute-types.ts'
import { amqpService, objectDefinitions } from '../../objects/object-definitions.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { requireObject } from '../command/subject.ts'
import type { CommandGrammar } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'

const listenerGrammar: CommandGrammar = {
  name: 'optional',
  nameValue: objectDefinitions.listener.name,
  arguments: [{ keyword: 'IGNSTATE', value: choiceType('YES', 'NO') }],
}

export const startListener: CommandHandler = {
  grammar: listenerGrammar,

  async run(call) {
    const name = readListener(call)
    const { listeners } = call.runtime
    if (!listeners.status(name)) await listeners.start(name)
    else if (!ignoresState(call)) throw new CommandError('AMQ8730E')
    return succeed('AMQ8021I')
  },
}

export const stopListener: CommandHandler = {
  grammar: listenerGrammar,

  async run(call) {
    const stopped = await call.runtime.listeners.stop(readListener(call))
    if (!stopped && !ignoresState(call)) throw new CommandError('AMQ8731E')
    return succeed('AMQ8706I')
  },
}

const serviceGrammar: CommandGrammar = { name: 'required', nameValue: objectDefinitions.service.name, arguments: [] }

export const startService: CommandHandler = {
  grammar: serviceGrammar,

  async run(call) {
    const name = requireObject(call, 'service', call.name as string, 'CTRL').name
    if (name === amqpService) return succeed('AMQ8733I')
    throw new CommandError('AMQ8404E', `the program of service ${name} is not run by the queue manager`)
  },
}

export const stopService: CommandHandler = {
  grammar: serviceGrammar,

  run(call) {
    const name = requireObject(call, 'service', call.name as string, 'CTRL').name
    const reason =
      name === amqpService
        ? `service ${name} runs as long as the queue manager; STOP CHANNEL ends an AMQP channel`
        : `service ${name} is not running`
    throw new CommandError('AMQ8404E', reason)
  },
}

/** Returns the name of the listener; the default listener when none is given. */
function readListener(call: CommandContext): string {
  return requireObject(call, 'listener', call.name ?? 'SYSTEM.DEFAULT.LISTENER.TCP', 'CTRL').name
}

function ignoresState(call: CommandContext): boolean {
  return textArgument(call, 'IGNSTATE') === 'YES'
}
