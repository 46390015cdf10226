/** Finds the queue manager that a command names. */
import type { Installation, QueueManager } from '../../manager/index.ts'
import { exitStatuses, MqCommandError } from '../../runtime/index.ts'

/** Returns the named queue manager, or the default one. Throws `MqCommandError` with MQ's message without one. */
export function findQueueManager(installation: Installation, name: string | undefined): QueueManager {
  const found = name === undefined ? installation.list().find((each) => each.isDefault) : installation.find(name)
  if (found) return found
  if (name === undefined) throw new MqCommandError(72, 'AMQ8147E: there is no default queue manager; name one.')
  throw new MqCommandError(exitStatuses.unknown, `AMQ8118E: IBM MQ queue manager '${name}' does not exist.`)
}

/** Returns the named queue manager, or the default one. Throws `MqCommandError` unless it is found and runs. */
export function findRunningQueueManager(installation: Installation, name: string | undefined): QueueManager {
  const manager = findQueueManager(installation, name)
  if (manager.state === 'running') return manager
  throw new MqCommandError(exitStatuses.notAvailable, `AMQ8146E: IBM MQ queue manager '${manager.name}' not available.`)
}
