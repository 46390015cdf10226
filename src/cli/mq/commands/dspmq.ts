/** `dspmq`: lists the queue managers and their states. */
import type { QueueManager, QueueManagerInstance, QueueManagerState } from '../../../qm/index.ts'
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
  standby: 'Running as standby',
  starting: 'Starting',
  quiescing: 'Quiescing',
  endingImmediately: 'Ending immediately',
  endingPreemptively: 'Ending preemptively',
  ended: 'Ended normally',
  endedImmediately: 'Ended immediately',
  endedPreemptively: 'Ended preemptively',
  endedUnexpectedly: 'Ended unexpectedly',
  stateNotAvailable: 'Status not available',
}

/** A queue manager with its instances on all machines. */
interface ListedManager {
  readonly manager: QueueManager
  readonly permitsStandby: boolean
  readonly instances: readonly QueueManagerInstance[]
}

type Column = (listed: ListedManager, installation: { name: string; folder: string }) => string

const columns: Readonly<Record<string, readonly Column[]>> = {
  status: [(listed) => `STATUS(${describeState(listed)})`],
  default: [({ manager }) => `DEFAULT(${manager.isDefault ? 'YES' : 'NO'})`],
  standby: [({ permitsStandby }) => `STANDBY(${permitsStandby ? 'Permitted' : 'Not permitted'})`],
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
  '-x': { help: 'the instances of each queue manager on all machines' },
}

export const dspmq: MqCommand = {
  name: 'dspmq',
  summary: 'list the queue managers and their states',
  usage: '[-m QMgrName] [-o all | status | default | standby | installation] [-x]',
  options,

  async run(args, { installation }) {
    const given = parseOptions(args, { options })
    const wanted = given.values.get('-o') ?? ['status']
    const unknown = wanted.find((each) => each !== 'all' && !Object.hasOwn(columns, each))
    if (unknown !== undefined) throw new MqCommandError(exitStatuses.usage, `-o cannot be "${unknown}"`)

    const shown = wanted.flatMap((each) => (each === 'all' ? Object.values(columns).flat() : (columns[each] ?? [])))
    const name = lastValue(given, '-m')
    const managers = name === undefined ? installation.list() : [findQueueManager(installation, name)]
    const listed = await Promise.all(managers.map(listInstances))
    return successResult(
      ...listed.flatMap((each) => {
        const rest = shown.map((column) => column(each, installation)).join(' ')
        const line = `${`QMNAME(${each.manager.name})`.padEnd(nameWidth)} ${rest}`
        return given.flags.has('-x') ? [line, ...each.instances.map(renderInstance)] : [line]
      }),
    )
  },
}

/** A database that cannot be reached hides the instances on other machines. */
async function listInstances(manager: QueueManager): Promise<ListedManager> {
  const found = await manager.listInstances().catch(() => ({ permitsStandby: false, instances: [] }))
  return { manager, ...found }
}

function describeState({ manager: { state }, instances }: ListedManager): string {
  const isElsewhere = state.startsWith('ended') && instances.some(({ mode }) => mode === 'active')
  return isElsewhere ? 'Running elsewhere' : states[state]
}

function renderInstance({ host, mode }: QueueManagerInstance): string {
  return `    INSTANCE(${host}) MODE(${mode === 'active' ? 'Active' : 'Standby'})`
}
