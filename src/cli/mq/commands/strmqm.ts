/** `strmqm`: starts a queue manager. */
import type { MqError } from '../../../qm/index.ts'
import {
  commandResult,
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { parseOptions, quietOption } from '../common/options.ts'
import { findQueueManager } from './queue-managers.ts'

const options: MqOptions = {
  '-x': { help: 'permit a standby instance, or become one while another instance is active' },
  ...quietOption,
}

export const strmqm: MqCommand = {
  name: 'strmqm',
  summary: 'start a queue manager',
  usage: '[-x] [QMgrName]',
  options,
  startsHost: true,

  async run(args, { installation }) {
    const { flags, positionals: words } = parseOptions(args, { options, positionals: { min: 0, max: 1 } })
    const permitsStandby = flags.has('-x')
    const manager = findQueueManager(installation, words[0])
    const { name, state } = manager
    if (permitsStandby && !manager.isShared) throw new MqCommandError(exitStatuses.usage, notShared(name))
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
      return commandResult(
        30,
        `A standby instance of queue manager '${name}' has been started. The active instance is running elsewhere.`,
      )
    }
    return successResult(
      `IBM MQ queue manager '${name}' starting.`,
      `The queue manager is associated with installation '${installation.name}'.`,
      `IBM MQ queue manager '${name}' started.`,
    )
  },
}

/** MQRC_STANDBY_Q_MGR: another instance is active. */
const standbyReason = 2543

function notShared(name: string): string {
  return `-x: ${name} is stored in its folder on this machine; crtmqm -md stores a queue manager in a database`
}
