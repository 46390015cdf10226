/** `strmqm`: starts a queue manager. */
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

export const strmqm: MqCommand = {
  name: 'strmqm',
  summary: 'start a queue manager',
  usage: '[QMgrName]',
  options,
  startsHost: true,

  async run(args, { installation }) {
    const { positionals: words } = parseOptions(args, { options, positionals: { min: 0, max: 1 } })
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
