/** `dspmq`: lists the queue managers and their states. */
import type { QueueManager, QueueManagerState } from '../../../qm/index.ts'
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { lastValue, parseOptions } from '../common/options.ts'
import { findQueueManager } from './queue-managers.ts'

const states: Readonly<Record<QueueManagerState, string>> = {
  running: 'Running',
  starting: 'Starting',
  quiescing: 'Quiescing',
  endingImmediately: 'Ending immediately',
  endingPreemptively: 'Ending preemptively',
  ended: 'Ended normally',
  endedImmediately: 'Ended immediately',
  endedPreemptively: 'Ended preemptively',
  endedUnexpectedly: 'Ended unexpectedly',
}

type Column = (manager: QueueManager, installation: { name: string; folder: string }) => string

const columns: Readonly<Record<string, readonly Column[]>> = {
  status: [({ state }) => `STATUS(${states[state]})`],
  default: [({ isDefault }) => `DEFAULT(${isDefault ? 'YES' : 'NO'})`],
  standby: [() => 'STANDBY(Not permitted)'],
  installation: [(_, { name }) => `INSTNAME(${name})`, (_, { folder }) => `INSTPATH(${folder})`],
}
const nameWidth = 57

const options: MqOptions = {
  '-m': { value: 'QMgrName', help: 'only this queue manager' },
  '-o': {
    value: 'What',
    choices: ['all', ...Object.keys(columns)],
    help: 'what to print; may be repeated',
  },
}

export const dspmq: MqCommand = {
  name: 'dspmq',
  summary: 'list the queue managers and their states',
  usage: '[-m QMgrName] [-o all | status | default | standby | installation]',
  options,

  async run(args, { installation }) {
    const given = parseOptions(args, { options })
    const wanted = given.values.get('-o') ?? ['status']
    const unknown = wanted.find((each) => each !== 'all' && !Object.hasOwn(columns, each))
    if (unknown !== undefined) throw new MqCommandError(exitStatuses.usage, `-o cannot be "${unknown}"`)

    const shown = wanted.flatMap((each) =>
      each === 'all' ? Object.values(columns).flat() : (columns[each] ?? []),
    )
    const name = lastValue(given, '-m')
    const managers = name === undefined ? installation.list() : [findQueueManager(installation, name)]
    return successResult(
      ...managers.map((manager) => {
        const rest = shown.map((column) => column(manager, installation)).join(' ')
        return `${`QMNAME(${manager.name})`.padEnd(nameWidth)} ${rest}`
      }),
    )
  },
}
