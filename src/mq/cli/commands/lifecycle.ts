/** The commands that start and end queue managers: `strmqm` and `endmqm`. */
import type { MqError, QueueManager } from '../../manager/index.ts'
import {
  commandResult,
  exitStatuses,
  MqCommandError,
  type MqCommandResult,
  successResult,
} from '../../runtime/index.ts'
import { controlCommand, quietOption } from '../common/options.ts'
import { findQueueManager, findRunningQueueManager } from './queue-managers.ts'

export const strmqm = controlCommand({
  name: 'strmqm',
  summary: 'start a queue manager',
  usage: '[-x] [-ns] [QMgrName]',
  options: {
    '-x': { help: 'permit a standby instance, or become one while another instance is active' },
    '-ns': { help: 'accepted', inert: 'listeners and channel initiators with CONTROL(QMGR) start' },
    ...quietOption,
  },
  positionals: { min: 0, max: 1 },
  startsHost: true,

  async run({ flags, positionals: words }, { installation }) {
    const permitsStandby = flags.has('-x')
    const manager = findQueueManager(installation, words[0])
    const { name, state } = manager
    if (permitsStandby && !manager.isShared) {
      const place = 'is stored in its folder on this machine; crtmqm -md stores a queue manager in a database'
      throw new MqCommandError(exitStatuses.usage, `-x: ${name} ${place}`)
    }
    if (state === 'standby') {
      const text = `A standby instance of queue manager '${name}' is already running.`
      throw new MqCommandError(exitStatuses.running, text)
    }
    if (state === 'running' || state === 'stateNotAvailable') {
      throw new MqCommandError(exitStatuses.running, `IBM MQ queue manager '${name}' already running.`)
    }

    await manager.start({ permitsStandby }).catch(async (cause: Error & Partial<MqError>) => {
      if (cause.reasonCode !== standbyReason) throw cause
      const text = `IBM MQ queue manager '${name}' not started: ${cause.message}`
      const isPermitted = await manager.listInstances().then(
        (active) => active.permitsStandby,
        () => false, // the database has become unreachable, and the first error says more
      )
      throw new MqCommandError(isPermitted ? 31 : 43, text, { cause })
    })
    if (manager.state === 'standby') {
      const started = `A standby instance of queue manager '${name}' has been started.`
      return commandResult(30, `${started} The active instance is running elsewhere.`)
    }
    return successResult(
      `IBM MQ queue manager '${name}' starting.`,
      `The queue manager is associated with installation '${installation.name}'.`,
      `IBM MQ queue manager '${name}' started.`,
    )
  },
})

/** MQRC_STANDBY_Q_MGR: another instance is active. */
const standbyReason = 2543

export const endmqm = controlCommand({
  name: 'endmqm',
  summary: 'end a queue manager',
  usage: '[-c | -w | -i | -p] [-s | -x] QMgrName',
  options: {
    '-c': { help: 'controlled: wait until all applications have disconnected; the default' },
    '-w': { help: 'controlled, and return when the queue manager has ended' },
    '-i': { help: 'immediate: end after the calls in progress' },
    '-p': { help: 'preemptive: end at once' },
    '-r': { help: 'accepted', inert: 'each client decides whether it connects again' },
    '-s': { help: 'switch over: a standby instance becomes active' },
    '-x': { help: 'end a standby instance; the active one goes on' },
    ...quietOption,
  },
  positionals: { min: 0, max: 1 },

  async run({ flags, positionals: words }, { installation }) {
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
})

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
