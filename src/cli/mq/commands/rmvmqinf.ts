/** `rmvmqinf`: forgets a queue manager on this machine, and leaves it in its database. */
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { parseOptions, quietOption } from '../common/options.ts'
import { findQueueManager } from './queue-managers.ts'

const options: MqOptions = { ...quietOption }

export const rmvmqinf: MqCommand = {
  name: 'rmvmqinf',
  summary: 'forget a queue manager on this machine, and leave it in its database',
  usage: 'QMgrName',
  options,

  async run(args, { installation }) {
    const { positionals: words } = parseOptions(args, { options, positionals: { min: 1, max: 1 } })
    const { name, state, isShared } = findQueueManager(installation, words[0])
    if (!isShared) {
      const text = `queue manager '${name}' is stored in its folder on this machine; dltmqm deletes it`
      throw new MqCommandError(exitStatuses.usage, text)
    }
    if (!state.startsWith('ended')) {
      throw new MqCommandError(
        exitStatuses.running,
        `AMQ5005E: IBM MQ queue manager '${name}' is running; end it first.`,
      )
    }
    await installation.forget(name)
    return successResult(`IBM MQ configuration information removed: queue manager '${name}'.`)
  },
}
