/** `dspmq`: lists the queue managers and their states. */
import type { QueueManager, QueueManagerState } from '../../../qm/index.ts'
import { exitStatuses, type MqCommand, MqCommandError, successResult } from '../../../runtime/mq/index.ts'
import { lastValue, parseOptions } from './options.ts'
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

export const dspmq: MqCommand = {
  name: 'dspmq',
  usage: '[-m QMgrName] [-o all | status | default | standby | installation]',

  async run(args, { installation }) {
    const options = parseOptions(args, { values: ['-m', '-o'] })
    const wanted = options.values.get('-o') ?? ['status']
    const unknown = wanted.find((each) => each !== 'all' && !Object.hasOwn(columns, each))
    if (unknown !== undefined) throw new MqCommandError(exitStatuses.usage, `-o cannot be "${unknown}"`)

    const shown = wanted.flatMap((each) =>
      each === 'all' ? Object.values(columns).flat() : (columns[each] ?? []),
    )
    const name = lastValue(options, '-m')
    const managers = name === undefined ? installation.list() : [findQueueManager(installation, name)]
    return successResult(
      ...managers.map((manager) => {
        const rest = shown.map((column) => column(manager, installation)).join(' ')
        return `${`QMNAME(${manager.name})`.padEnd(nameWidth)} ${rest}`
      }),
    )
  },
}
