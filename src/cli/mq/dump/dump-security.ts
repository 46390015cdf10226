/** Writes channel authentication records, authority records and security policies. */
import { matchesWildcard } from '../../../lib/text/wildcard.ts'
import type { AttributeDefinition, AttributeValue } from '../../../qm/index.ts'
import { type DumpDeps, type DumpOptions, display, renderCommand, renderText, renderWord } from './dump-objects.ts'

/** Returns a SET CHLAUTH command for each record. */
export async function dumpChannelAuthentication(
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

/** Returns a SET AUTHREC command, or a `setmqaut` command, for each authority record. */
export async function dumpAuthorityRecords(
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
      const name = isManager ? '' : ` -n ${quoteForShell(profile as string)}`
      const who = `${isGroup ? '-g' : '-p'} ${quoteForShell(entity as string)}`
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

function quoteForShell(text: string): string {
  return /^[\w./@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
