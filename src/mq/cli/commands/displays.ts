/** `dspmq` lists the queue managers and their states; `dspmqver` displays the version and the installation. */
import { arch, platform, release, type as systemType } from 'node:os'
import { packageRoot } from '../../../shared/lib/package/package-root.ts'
import { version } from '../../../shared/lib/package/version.ts'
import type { Installation, QueueManager, QueueManagerState } from '../../manager/index.ts'
import { exitStatuses, MqCommandError, successResult } from '../../runtime/index.ts'
import { controlCommand, lastValue } from '../common/options.ts'
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
type ListedManager = Readonly<Awaited<ReturnType<typeof listInstances>>>

type Column = (listed: ListedManager, installation: { name: string; folder: string }) => string

const columns: Readonly<Record<string, readonly Column[]>> = {
  status: [(listed) => `STATUS(${describeState(listed)})`],
  default: [({ manager }) => `DEFAULT(${manager.isDefault ? 'YES' : 'NO'})`],
  standby: [({ permitsStandby }) => `STANDBY(${permitsStandby ? 'Permitted' : 'Not permitted'})`],
  installation: [(_, { name }) => `INSTNAME(${name})`, (_, { folder }) => `INSTPATH(${folder})`],
}
const nameWidth = 57

export const dspmq = controlCommand({
  name: 'dspmq',
  summary: 'list the queue managers and their states',
  usage: '[-m QMgrName] [-o all | status | default | standby | installation] [-x]',
  options: {
    '-m': { value: 'QMgrName', help: 'only this queue manager' },
    '-n': { help: 'print in English, as without it' },
    '-o': { value: 'What', choices: ['all', ...Object.keys(columns)], help: 'what to print; may be repeated' },
    '-x': { help: 'the instances of each queue manager on all machines' },
  },

  async run(given, { installation }) {
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
        return given.flags.has('-x')
          ? [
              line,
              ...each.instances.map(
                ({ host, mode }) => `    INSTANCE(${host}) MODE(${mode === 'active' ? 'Active' : 'Standby'})`,
              ),
            ]
          : [line]
      }),
    )
  },
})

/** A database that cannot be reached hides the instances on other machines. */
async function listInstances(manager: QueueManager) {
  const found = await manager.listInstances().catch(() => ({ permitsStandby: false, instances: [] }))
  return { manager, ...found }
}

function describeState({ manager: { state }, instances }: ListedManager): string {
  const isElsewhere = state.startsWith('ended') && instances.some(({ mode }) => mode === 'active')
  return isElsewhere ? 'Running elsewhere' : states[state]
}

interface Field {
  /** The number that selects the field with `-f`; the numbers of several fields are added. */
  bit: number
  title: string
  read(installation: Installation, commandLevel: number): string
}

const systems: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

/** The fields in their order, with the numbers of the product. */
const fields: readonly Field[] = [
  { bit: 1, title: 'Name', read: () => 'Sluice' },
  { bit: 2, title: 'Version', read: () => version },
  { bit: 4, title: 'Level', read: (_, commandLevel) => `p${commandLevel}` },
  { bit: 8, title: 'BuildType', read: () => `Node.js ${process.versions.node}` },
  { bit: 16, title: 'Platform', read: () => `Sluice for ${systems[platform()] ?? platform()} (${arch()} platform)` },
  { bit: 32, title: 'Mode', read: () => (/64|s390x/.test(arch()) ? '64-bit' : '32-bit') },
  { bit: 64, title: 'O/S', read: () => `${systemType()} ${release()}` },
  { bit: 128, title: 'InstName', read: ({ name }) => name },
  { bit: 256, title: 'InstDesc', read: () => '' },
  { bit: 512, title: 'Primary', read: () => 'Yes' },
  { bit: 1024, title: 'InstPath', read: () => packageRoot },
  { bit: 2048, title: 'DataPath', read: ({ folder }) => folder },
  { bit: 4096, title: 'MaxCmdLevel', read: (_, commandLevel) => String(commandLevel) },
  { bit: 8192, title: 'LicenseType', read: () => 'MIT' },
]
const everyField = fields.reduce((sum, { bit }) => sum + bit, 0)

export const dspmqver = controlCommand({
  name: 'dspmqver',
  summary: 'print the version and the installation',
  usage: '[-b] [-f Field] [-v]',
  options: {
    '-b': { help: 'print the values without their names' },
    '-f': { value: 'Field', help: 'print one field, or a sum of fields: 2 is the version' },
    '-v': { help: 'print every field' },
  },

  async run(given, { installation }) {
    const { commandLevel } = await import('../../manager/index.ts')
    const wanted = parseFields(lastValue(given, '-f'))
    const shown = fields.filter(({ bit }) => given.flags.has('-v') || (wanted & bit) !== 0)
    const titleWidth = 13
    return successResult(
      ...shown.map(({ title, read }) => {
        const value = read(installation, commandLevel)
        return given.flags.has('-b') ? value : `${`${title}:`.padEnd(titleWidth)}${value}`.trimEnd()
      }),
    )
  },
})

function parseFields(text: string | undefined): number {
  if (text === undefined) return everyField
  const number = /^\d+$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= everyField) return number
  const known = fields.map(({ bit, title }) => `${bit} (${title})`).join(', ')
  throw new MqCommandError(exitStatuses.usage, `-f takes a field or a sum of fields: ${known}; found "${text}"`)
}
