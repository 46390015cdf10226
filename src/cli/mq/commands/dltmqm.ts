/** `dltmqm`: deletes a queue manager that has ended, with everything in it. */
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { parseOptions, quietOption } from '../common/options.ts'
import { findQueueManager } from './queue-managers.ts'

const options: MqOptions = {
  ...quietOption,
}

export const dltmqm: MqCommand = {
  name: 'dltmqm',
  summary: 'delete a queue manager that has ended, with everything in it',
  usage: 'QMgrName',
  options,

  async run(args, { installation }) {
    const { positionals: words } = parseOptions(args, { options, positionals: { min: 1, max: 1 } })
    const { name, state } = findQueueManager(installation, words[0])
    if (!state.startsWith('ended')) {
      throw new MqCommandError(
        exitStatuses.running,
        `AMQ5005E: IBM MQ queue manager '${name}' is running; end it first.`,
      )
    }
    await installation.remove(name)
    return successResult(`IBM MQ queue manager '${name}' deleted.`)
  },
}
