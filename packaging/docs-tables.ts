/**
 * `npm run docs:tables`: writes the tables of `docs/` that the tables of the code determine, between the comments
 * `<!-- table: NAME -->` and `<!-- end of table -->`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { documentKinds } from '../src/gateway/config/documents/index.ts'
import { gatewayParts } from '../src/gateway/parts.ts'
import { openTables } from '../src/gateway/runtime/documents/open-tables.ts'
import { listMqCommands } from '../src/mq/cli/index.ts'
import { mqParts } from '../src/mq/parts.ts'
import { listCommands } from '../src/sandbox/cli/index.ts'
import { type CommandHelp, describeCommand, describeOwnCommand } from '../src/shared/cli/help/index.ts'
import { settingVariables } from '../src/shared/process/settings/setting-variables.ts'
import { listMemberRows, memberTitles, type Schema, selectType } from './document-reference.ts'
import { listMetricRows, metricTitles } from './metric-reference.ts'
import { restTables } from './rest-reference.ts'

const commands = listCommands({ gatewayParts, mqParts })
const mqCommands = (await listMqCommands(mqParts)).map(describeOwnCommand)
const typeTables = await openTables(gatewayParts)

const marked = /(<!-- table: (.+?) -->\n).*?(<!-- end of table -->)/gs

/** Returns the text of a page with current tables. Throws for a table that does not exist. */
export function renderTables(page: string): string {
  return page.replace(marked, (_, begin, name, end) => `${begin}\n${renderTable(name)}\n\n${end}`)
}

function renderTable(name: string): string {
  if (name === 'settings') return renderSettings()
  if (name === 'metrics') return render(metricTitles, listMetricRows(/^`sluice_(?!mq)/))
  if (name === 'metrics of queue managers') return render(metricTitles, listMetricRows(/^`sluice_mq/))
  if (name === 'commands') return [...commands.map(describeCommand), ...mqCommands].map(renderCommand).join('\n\n')
  if (name === 'members of policies') return renderPolicies()
  const rest = restTables[name]?.()
  if (rest) return render(...rest)
  const [, id, type] = /^members of ([a-z-]+)(?:, type ([a-z]+))?$/.exec(name) ?? []
  const kind = documentKinds.find((each) => each.id === id)
  if (kind) return render(memberTitles, listMemberRows(selectType(kind.schema(typeTables) as Schema, type)))
  const command = commands.find((each) => `options of ${each.name}` === name)
  if (!command)
    throw new Error(
      `There is no table "${name}": use "settings", "commands", "metrics", "resources of …", "members of KIND" or "options of COMMAND".`,
    )
  return renderOptions(describeCommand(command))
}

function renderSettings(): string {
  const rows = Object.entries(settingVariables).map(
    ([name, { default: value = '', help, defaultInWords = value === '' ? '' : `\`${value}\`` }]) => [
      `\`${name}\``,
      defaultInWords,
      fromReference(help),
    ],
  )
  return render(['variable', 'when it is not set', 'what it is'], rows)
}

/** Returns a table for each policy whose members have descriptions; those with the members of another one have none. */
function renderPolicies(): string {
  const titles = new Map<string, string>()
  for (const { policy, settings } of typeTables.policies) {
    const rows = listMemberRows(settings as Schema)
    const table = render(memberTitles, rows)
    if (rows.length > 0 && !titles.has(table)) titles.set(table, `## ${policy}`)
  }
  return [...titles].map(([table, title]) => `${title}\n\n${table}`).join('\n\n')
}

/** Returns a text of `docs/operation.md` with links that work in `docs/reference/`. */
function fromReference(text: string): string {
  return text.replaceAll('](#', '](operation.md#').replaceAll('](', '](../')
}

function renderCommand(help: CommandHelp): string {
  const { call, summary, usage, verbs } = help
  const usageLines = `${call} ${usage}`.trimEnd().replaceAll(/^ {7}/gm, '')
  const ofVerbs = render(
    ['verb', 'meaning'],
    verbs.map((each) => [`\`${each.name}\``, each.help]),
  )
  const parts = [
    `## ${call}`,
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    `\`\`\`\n${usageLines}\n\`\`\``,
    ...(verbs.length > 0 ? [ofVerbs] : []),
  ]
  return [...parts, ...(help.options.length > 1 ? [renderOptions(help)] : [])].join('\n\n')
}

function renderOptions({ options }: CommandHelp): string {
  const rows = options
    .filter(({ spellings }) => !spellings.includes('--help') && !spellings.includes('--version'))
    .map(({ spellings, value, help, choices }) => [
      spellings.map((each) => `\`${value === undefined ? each : `${each} ${value}`}\``).join(', '),
      choices.length > 0 ? `${help}: ${choices.map((each) => `\`${each}\``).join(', ')}` : help,
    ])
  return render(['option', 'meaning'], rows)
}

function render(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(titles), `|${'---|'.repeat(titles.length)}`, ...rows.map(line)].join('\n')
}

if (import.meta.main)
  for (const file of globSync('docs/**/*.md')) {
    const page = readFileSync(file, 'utf8')
    const rendered = renderTables(page)
    if (rendered !== page) writeFileSync(file, rendered)
  }
