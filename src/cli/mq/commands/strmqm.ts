/** `strmqm`: starts a queue manager. */
import { exitStatuses, type MqCommand, MqCommandError, successResult } from '../../../runtime/mq/index.ts'
import { parseOptions } from './options.ts'
import { findQueueManager } from './queue-managers.ts'

export const strmqm: MqCommand = {
  name: 'strmqm',
  usage: '[QMgrName]',
  startsHost: true,

  async run(args, { installation }) {
    const { positionals: words } = parseOptions(args, { flags: ['-z'], positionals: { min: 0, max: 1 } })
    const manager = findQueueManager(installation, words[0])
    const { name, state } = manager
    if (state === 'running') {
      throw new MqCommandError(exitStatuses.running, `IBM MQ queue manager '${name}' already running.`)
    }

    await manager.start()
    return successResult(
      `IBM MQ queue manager '${name}' starting.`,
      `The queue manager is associated with installation '${installation.name}'.`,
      `IBM MQ queue manager '${name}' started.`,
    )
  },
}
