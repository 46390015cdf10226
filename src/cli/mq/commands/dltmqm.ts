/** `dltmqm`: forgets a queue manager that has ended, and everything in it. */
import { CommandFailed, done, type MqCommand, statuses } from '../../../runtime/mq/index.ts'
import { readOptions } from './options.ts'
import { managerNamed } from './queue-managers.ts'

export const dltmqm: MqCommand = {
  name: 'dltmqm',
  usage: 'QMgrName',

  async run(args, { installation }) {
    const { words } = readOptions(args, { flags: ['-z'], words: { min: 1, max: 1 } })
    const { name, state } = managerNamed(installation, words[0])
    if (!state.startsWith('ended')) {
      throw new CommandFailed(
        statuses.running,
        `AMQ5005E: IBM MQ queue manager '${name}' is running; end it first.`,
      )
    }
    await installation.remove(name)
    return done(`IBM MQ queue manager '${name}' deleted.`)
  },
}
