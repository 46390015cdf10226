/** `strmqm`: starts a queue manager. */
import { CommandFailed, done, type MqCommand, statuses } from '../../../runtime/mq/index.ts'
import { readOptions } from './options.ts'
import { managerNamed } from './queue-managers.ts'

export const strmqm: MqCommand = {
  name: 'strmqm',
  usage: '[QMgrName]',
  startsHost: true,

  async run(args, { installation }) {
    const { words } = readOptions(args, { flags: ['-z'], words: { min: 0, max: 1 } })
    const manager = managerNamed(installation, words[0])
    const { name, state } = manager
    if (state === 'running') {
      throw new CommandFailed(statuses.running, `IBM MQ queue manager '${name}' already running.`)
    }

    await manager.start()
    return done(
      `IBM MQ queue manager '${name}' starting.`,
      `The queue manager is associated with installation '${installation.name}'.`,
      `IBM MQ queue manager '${name}' started.`,
    )
  },
}
