/** `dspmqver`: the version and the installation. */
import { arch, platform, release, type as systemType } from 'node:os'
import { packageRoot } from '../../../lib/package/package-root.ts'
import { version } from '../../../lib/package/version.ts'
import type { Installation } from '../../../qm/index.ts'
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { lastValue, parseOptions } from '../common/options.ts'

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
  {
    bit: 16,
    title: 'Platform',
    read: () => `Sluice for ${systems[platform()] ?? platform()} (${arch()} platform)`,
  },
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

const options: MqOptions = {
  '-b': { help: 'print the values without their names' },
  '-f': { value: 'Field', help: 'print one field, or a sum of fields: 2 is the version' },
  '-v': { help: 'print every field' },
}

export const dspmqver: MqCommand = {
  name: 'dspmqver',
  summary: 'print the version and the installation',
  usage: '[-b] [-f Field] [-v]',
  options,

  async run(args, { installation }) {
    const { commandLevel } = await import('../../../qm/index.ts')
    const given = parseOptions(args, { options })
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
}

function parseFields(text: string | undefined): number {
  if (text === undefined) return everyField
  const number = /^\d+$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= everyField) return number
  const known = fields.map(({ bit, title }) => `${bit} (${title})`).join(', ')
  throw new MqCommandError(exitStatuses.usage, `-f takes a field or a sum of fields: ${known}; found "${text}"`)
}
