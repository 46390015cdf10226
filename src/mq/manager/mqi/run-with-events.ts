/** Runs a command and publishes the events about it. */
import { withConfigurationEvents } from '../events/configuration-events.ts'
import type { EventActor, EventPublisher } from '../events/event-publisher.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { CommandOutcome, JsonCommand } from '../types/command.ts'
import type { QueueManagerServices } from '../types/services.ts'

/** Publishes configuration events for the objects that the command changes, and a command event when it succeeds. */
export async function runWithEvents(
  running: RunningQueueManager,
  actor: EventActor,
  command: string | JsonCommand,
  run: (services: QueueManagerServices) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const outcome = await run(withConfigurationEvents(running, running.events, actor))
  if (outcome.completionCode === 0) publishCommand(running.events, command, actor)
  return outcome
}

const commandMqsc = 2412 // MQRC_COMMAND_MQSC
const displays = /^\s*DIS(PLAY)?(?![^\s(])/i
const secrets = /\b(PASSWORD|LDAPPWD|KEYRPWD)\s*\((?:\s*'(?:[^']|'')*'\s*\)|[^)]{0,1000}\)?)/gi

/** Publishes a command if CMDEV says so: ENABLED, or NODISPLAY without DISPLAY commands. */
function publishCommand(events: EventPublisher, command: string | JsonCommand, actor: EventActor): void {
  const wanted = events.readSwitch('CMDEV')
  if (wanted !== 'ENABLED' && wanted !== 'NODISPLAY') return
  const text = (typeof command === 'string' ? command : renderJsonCommand(command)).replaceAll(
    secrets,
    "$1('********')",
  )
  if (wanted === 'NODISPLAY' && displays.test(text)) return
  events.put('SYSTEM.ADMIN.COMMAND.EVENT', 'MQCMD_COMMAND_EVENT', commandMqsc, {
    MQGACF_COMMAND_CONTEXT: [events.describeActor(actor)],
    MQGACF_COMMAND_DATA: [{ MQCACF_COMMAND_MQSC: text }],
  })
}

function renderJsonCommand({ command, qualifier, name, parameters = {} }: JsonCommand): string {
  const words = Object.entries(parameters).map(
    ([keyword, value]) =>
      `${keyword.toUpperCase()}(${Array.isArray(value) ? value.map(quote).join(',') : quote(value)})`,
  )
  const subject = name === undefined ? qualifier : `${qualifier}(${quote(name)})`
  return [command.toUpperCase(), subject.replace(qualifier, qualifier.toUpperCase()), ...words].join(' ')
}

function quote(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}
