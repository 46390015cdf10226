/** `endmqm`: ends a queue manager. */
import type { QueueManager } from '../../../qm/index.ts'
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqCommandResult,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { parseOptions, quietOption } from '../common/options.ts'
import { findQueueManager, findRunningQueueManager } from './queue-managers.ts'

const options: MqOptions = {
  '-c': { help: 'controlled: wait until all applications have disconnected; the default' },
  '-w': { help: 'controlled, and return when the queue manager has ended' },
  '-i': { help: 'immediate: end after the calls in progress' },
  '-p': { help: 'preemptive: end at once' },
  '-s': { help: 'switch over: a standby instance becomes active' },
  '-x': { help: 'end a standby instance; the active one goes on' },
  ...quietOption,
}

export const endmqm: MqCommand = {
  name: 'endmqm',
  summary: 'end a queue manager',
  usage: '[-c | -w | -i | -p] [-s | -x] QMgrName',
  options,

  async run(args, { installation }) {
    const { flags, positionals: words } = parseOptions(args, {
      options,
      positionals: { min: 0, max: 1 },
    })
    const modes = ['-c', '-w', '-i', '-p'].filter((flag) => flags.has(flag))
    if (modes.length > 1) throw new MqCommandError(exitStatuses.usage, `${modes.join(' and ')} exclude each other`)

    if (flags.has('-x')) return endStandby(findQueueManager(installation, words[0]))

    const found = findQueueManager(installation, words[0])
    const isCutOff = found.state === 'stateNotAvailable'
    const manager = isCutOff ? found : findRunningQueueManager(installation, words[0])
    const switchesOver = flags.has('-s')
    if (switchesOver) await checkStandby(manager)
    const ended = `IBM MQ queue manager '${manager.name}' ended.`

    switch (modes[0]) {
      case '-i':
      case '-p':
        await manager.end(modes[0] === '-i' ? 'immediate' : 'preemptive', { switchesOver })
        return successResult(`IBM MQ queue manager '${manager.name}' ending.`, ended)
      case '-w':
        await manager.end('controlled', { switchesOver })
        return successResult(`Waiting for queue manager '${manager.name}' to end.`, ended)
      default:
        // A controlled end waits for the applications, so the command does not wait for it.
        manager.end('controlled', { switchesOver }).catch(() => {})
        return successResult(
          'Quiesce request accepted. The queue manager will stop when all outstanding work is complete.',
        )
    }
  },
}

/** Rejects with `MqCommandError` when no instance waits to take over. */
async function checkStandby(manager: QueueManager): Promise<void> {
  const { instances } = await manager.listInstances()
  if (instances.some(({ mode }) => mode === 'standby')) return
  const text = `-s: queue manager '${manager.name}' has no standby instance that could become active`
  throw new MqCommandError(exitStatuses.notAvailable, text)
}

async function endStandby(manager: QueueManager): Promise<MqCommandResult> {
  if (manager.state !== 'standby') {
    const text = `IBM MQ queue manager '${manager.name}' has no standby instance on this machine.`
    throw new MqCommandError(exitStatuses.notAvailable, text)
  }
  await manager.end()
  return successResult(`The standby instance of queue manager '${manager.name}' has ended.`)
}
