/** `endmqm`: ends a queue manager. */
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { parseOptions, quietOption } from '../common/options.ts'
import { findRunningQueueManager } from './queue-managers.ts'

const options: MqOptions = {
  '-c': { help: 'controlled: wait until all applications have disconnected; the default' },
  '-w': { help: 'controlled, and return when the queue manager has ended' },
  '-i': { help: 'immediate: end after the calls in progress' },
  '-p': { help: 'preemptive: end at once' },
  ...quietOption,
}

export const endmqm: MqCommand = {
  name: 'endmqm',
  summary: 'end a queue manager',
  usage: '[-c | -w | -i | -p] QMgrName',
  options,

  async run(args, { installation }) {
    const { flags, positionals: words } = parseOptions(args, {
      options,
      positionals: { min: 0, max: 1 },
    })
    const modes = ['-c', '-w', '-i', '-p'].filter((flag) => flags.has(flag))
    if (modes.length > 1)
      throw new MqCommandError(exitStatuses.usage, `${modes.join(' and ')} exclude each other`)

    const manager = findRunningQueueManager(installation, words[0])
    const ended = `IBM MQ queue manager '${manager.name}' ended.`

    switch (modes[0]) {
      case '-i':
      case '-p':
        await manager.end(modes[0] === '-i' ? 'immediate' : 'preemptive')
        return successResult(`IBM MQ queue manager '${manager.name}' ending.`, ended)
      case '-w':
        await manager.end('controlled')
        return successResult(`Waiting for queue manager '${manager.name}' to end.`, ended)
      default:
        // A controlled end waits for the applications, so the command does not wait for it.
        manager.end('controlled').catch(() => {})
        return successResult(
          'Quiesce request accepted. The queue manager will stop when all outstanding work is complete.',
        )
    }
  },
}
