/** Runs a command and publishes the events about it. */
import { publishCommand } from '../events/command-events.ts'
import { withConfigurationEvents } from '../events/configuration-events.ts'
import type { EventActor } from '../events/event-publisher.ts'
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { CommandOutcome, JsonCommand } from '../types/command.ts'
import type { QueueManagerServices } from '../types/services.ts'

/** Publishes configuration events for the objects that the command changes, and a command event when it succeeds. */
export async function runWithEvents(
  { events, services }: Pick<RunningQueueManager, 'events' | 'services'>,
  actor: EventActor,
  command: string | JsonCommand,
  run: (services: QueueManagerServices) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const outcome = await run(withConfigurationEvents(services, events, actor))
  if (outcome.completionCode === 0) publishCommand(events, command, actor)
  return outcome
}
