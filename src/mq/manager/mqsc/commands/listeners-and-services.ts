/**
 * START and STOP of listeners, which open and close the port of a listener, and of services. Definitions of services are
 * stored, but programs are run by the service manager of the operating system. SYSTEM.AMQP.SERVICE is a part of the queue
 * manager, so it always runs.
 */
import { choiceType } from '../../objects/definitions/attribute-types.ts'
import { amqpService, objectDefinitions } from '../../objects/object-definitions.ts'
import type { CommandResponse } from '../../types/command.ts'
import type { QueueManagerServices } from '../../types/services.ts'
import { type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { requireObject } from '../command/subject.ts'
import type { ArgumentSpec } from '../language/grammar.ts'
import { CommandError, type MessageId } from '../language/messages.ts'

const ignoresState: ArgumentSpec = { keyword: 'IGNSTATE', value: choiceType('YES', 'NO') }

export const startListener = listenerCommand('AMQ8021I', async ({ listeners }, name, isStateIgnored) => {
  if (!listeners.status(name)) await listeners.start(name)
  else if (!isStateIgnored) throw new CommandError('AMQ8730E')
})

export const stopListener = listenerCommand('AMQ8706I', async ({ listeners }, name, isStateIgnored) => {
  const stopped = await listeners.stop(name)
  if (!stopped && !isStateIgnored) throw new CommandError('AMQ8731E')
})

/** Builds a command on a listener: the default listener when none is given. */
function listenerCommand(
  message: MessageId,
  run: (runtime: QueueManagerServices, name: string, isStateIgnored: boolean) => Promise<void>,
): CommandHandler {
  return {
    grammar: { name: 'optional', nameValue: objectDefinitions.listener.name, arguments: [ignoresState] },
    async run(call) {
      const { name } = requireObject(call, 'listener', call.name ?? 'SYSTEM.DEFAULT.LISTENER.TCP', 'CTRL')
      await run(call.runtime, name, textArgument(call, 'IGNSTATE') === 'YES')
      return succeed(message)
    },
  }
}

export const startService = serviceCommand((name) => {
  if (name === amqpService) return succeed('AMQ8733I')
  throw new CommandError('AMQ8404E', `the program of service ${name} is not run by the queue manager`)
})

export const stopService = serviceCommand((name) => {
  const reason =
    name === amqpService
      ? `service ${name} runs as long as the queue manager; STOP CHANNEL ends an AMQP channel`
      : `service ${name} is not running`
  throw new CommandError('AMQ8404E', reason)
})

function serviceCommand(run: (name: string) => readonly CommandResponse[]): CommandHandler {
  return {
    grammar: { name: 'required', nameValue: objectDefinitions.service.name, arguments: [] },
    run: (call) => run(requireObject(call, 'service', call.name as string, 'CTRL').name),
  }
}
