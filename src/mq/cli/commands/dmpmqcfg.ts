/** `dmpmqcfg`: writes the MQSC commands that make the configuration of a queue manager again. */
import { quoteWord } from '../../../shared/cli/common/quote.ts'
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'
import type { AttributeDefinition, AttributeValue } from '../../manager/index.ts'
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqCommandResult,
  operatorPrincipal,
} from '../../runtime/index.ts'
import { lastValue, managerOption, type ParsedOptions, parseOptions, quietOption } from '../common/options.ts'
import {
  type DumpDeps,
  type DumpOptions,
  display,
  dumpKinds,
  dumpObjects,
  dumpTypes,
  renderCommand,
  renderText,
  renderWord,
} from './dump-objects.ts'
import { findRunningQueueManager } from './queue-managers.ts'

async function dumpChannelAuthentication(
  { connection, definitions }: DumpDeps,
  { pattern, layout }: DumpOptions,
): Promise<string[]> {
  const attributes = definitions.chlauth?.attributes ?? []
  const records = await display(connection, 'CHLAUTH', '*')
  return records
    .filter((record) => matchesWildcard(pattern, String(record.get('CHLAUTH')), { any: '*' }))
    .map((record) => {
      const type = String(record.get('TYPE'))
      const words = attributes
        .filter((each) => each.access === 'set' && isGiven(each, record.get(each.keyword), type))
        .map((each) => renderWord(each, record.get(each.keyword) as AttributeValue))
      const head = `SET CHLAUTH(${renderText(String(record.get('CHLAUTH')))})`
      return renderCommand(head, [`TYPE(${type})`, ...words, 'ACTION(REPLACE)'], layout)
    })
}

function isGiven({ types }: AttributeDefinition, value: AttributeValue | undefined, type: string): boolean {
  return value !== undefined && value !== '' && (types?.includes(type) ?? true)
}

async function dumpAuthorityRecords(
  { connection }: DumpDeps,
  { pattern, layout }: DumpOptions,
  form: 'mqsc' | 'setmqaut',
): Promise<string[]> {
  const manager = connection.manager.name
  const { responses } = await connection.commandJson({ command: 'display', qualifier: 'authrec' })
  return responses.flatMap(({ attributes }) => {
    if (!attributes) return []
    const record = new Map(attributes)
    const [profile, type, entity] = ['PROFILE', 'OBJTYPE', 'ENTITY'].map((key) => String(record.get(key)))
    const isManager = type === 'QMGR'
    if (!isManager && !matchesWildcard(pattern, profile as string, { any: '*' })) return []
    const isGroup = record.get('ENTTYPE') === 'GROUP'
    const held = record.get('AUTHLIST')
    const authorities = (Array.isArray(held) ? held : [String(held)]).filter((each) => each !== 'NONE')

    if (form === 'setmqaut') {
      const name = isManager ? '' : ` -n ${quoteWord(profile as string)}`
      const who = `${isGroup ? '-g' : '-p'} ${quoteWord(entity as string)}`
      const given = authorities.length === 0 ? '+none' : authorities.map((each) => `+${each.toLowerCase()}`).join(' ')
      return [`setmqaut -m ${manager}${name} -t ${type?.toLowerCase()} ${who} ${given}`]
    }
    const words = [
      ...(isManager ? [] : [`PROFILE(${renderText(profile as string)})`]),
      `${isGroup ? 'GROUP' : 'PRINCIPAL'}(${renderText(entity as string)})`,
      `OBJTYPE(${type})`,
      `AUTHADD(${authorities.length === 0 ? 'NONE' : authorities.join(',')})`,
    ]
    return [renderCommand('SET AUTHREC', words, layout)]
  })
}

const forms = ['mqsc', '1line', '2line', 'setmqaut'] as const
const exports = ['all', 'object', 'authrec', 'chlauth', 'sub'] as const

export const dmpmqcfg: MqCommand = {
  name: 'dmpmqcfg',
  summary: 'print the configuration of a queue manager as MQSC commands',
  usage: `[-m QMgrName] [-a] [-o ${forms.join('|')}] [-t Type] [-x ${exports.join('|')}] [-n Pattern]`,
  options: {
    ...managerOption,
    '-a': { help: 'print every attribute, also those with their default values' },
    '-o': { value: 'Form', choices: forms, help: 'the form of the output' },
    '-t': { value: 'Type', choices: dumpTypes, help: 'only objects of this type' },
    '-x': { value: 'Kind', choices: exports, help: 'only this kind of definitions' },
    '-n': { value: 'Pattern', help: 'only objects whose name matches, such as DEV.*' },
    ...quietOption,
  },

  async run(args, { installation }) {
    const given = parseOptions(args, { options: dmpmqcfg.options })
    const form = readWord(given, '-o', forms, 'mqsc')
    const type = readWord(given, '-t', dumpTypes, 'all')
    const exported = readWord(given, '-x', exports, 'all')
    const manager = findRunningQueueManager(installation, lastValue(given, '-m'))
    const { objectDefinitions: definitions } = await import('../../manager/index.ts')
    await using connection = manager.connect(operatorPrincipal, { name: 'dmpmqcfg' })
    const deps: DumpDeps = { connection, definitions }
    const dumpOptions: DumpOptions = {
      pattern: lastValue(given, '-n') ?? '*',
      allAttributes: given.flags.has('-a'),
      layout: form === 'mqsc' ? 'lines' : 'oneLine',
      isTwoLines: form === '2line',
    }
    const parts: string[] = []
    const isWanted = (part: string) => exported === 'all' || exported === part
    const kinds = dumpKinds.filter(({ types }) => type === 'all' || types.includes(type))
    for (const kind of form === 'setmqaut' ? [] : kinds.filter((each) => isWanted(each.exported)))
      parts.push(...(await dumpObjects(deps, kind, dumpOptions)))
    const everyType = type === 'all'
    if (form !== 'setmqaut' && isWanted('chlauth') && (everyType || type === 'channel'))
      parts.push(...(await dumpChannelAuthentication(deps, dumpOptions)))
    if (isWanted('authrec') && (everyType || form === 'setmqaut'))
      parts.push(...(await dumpAuthorityRecords(deps, dumpOptions, form === 'setmqaut' ? form : 'mqsc')))
    return render(parts, manager.name, args, form === 'setmqaut' ? '#' : '*')
  },
}

/** Adds comments before and after the commands. `mark` begins a comment. */
function render(
  commands: readonly string[],
  manager: string,
  args: readonly string[],
  mark: '#' | '*',
): MqCommandResult {
  const rule = mark.repeat(79)
  const lines = [
    rule,
    `${mark} Script generated on ${new Date().toISOString().replace('T', ' at ').slice(0, 22)} UTC`,
    `${mark} Queue manager name: ${manager}`,
    `${mark} Command issued: ${['dmpmqcfg', ...args].join(' ')}`,
    `${mark} Passwords are not part of this script`,
    rule,
    ...commands,
    rule,
    `${mark} Script ended, ${commands.length} commands`,
    rule,
  ]
  return { status: 0, output: lines.map((line) => `${line}\n`).join('') }
}

function readWord<Word extends string>(
  options: ParsedOptions,
  name: string,
  words: readonly Word[],
  standard: Word,
): Word {
  const given = lastValue(options, name)
  if (given === undefined) return standard
  const found = words.find((word) => word === given.toLowerCase())
  if (found) return found
  throw new MqCommandError(exitStatuses.usage, `${name} must be one of ${words.join(', ')}, found "${given}"`)
}
