/** Writes the MQSC commands that define the objects of a queue manager again. */
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'
import type { AttributeDefinition, AttributeValue, Connection, ObjectDefinition } from '../../manager/index.ts'

export interface DumpOptions {
  /** A name in which `*` stands for any characters. */
  pattern: string
  /** Whether to write every attribute; otherwise those that differ from the default of the type. */
  allAttributes: boolean
  layout: Layout
  /** Whether to write DEFINE NOREPLACE followed by ALTER, instead of DEFINE REPLACE. */
  isTwoLines: boolean
}

/** The parts of the queue manager module, which commands import only when they need it. */
export interface DumpDeps {
  connection: Connection
  definitions: Readonly<Record<string, ObjectDefinition>>
}

type Attributes = ReadonlyMap<string, AttributeValue>

/** Returns the commands for one kind, and the number of objects. */
export async function dumpObjects(
  { connection, definitions }: DumpDeps,
  kind: DumpKind,
  options: DumpOptions,
): Promise<string[]> {
  const definition = definitions[kind.kind] as ObjectDefinition
  const all = await display(connection, kind.qualifier, kind.kind === 'qmgr' ? undefined : '*')
  const own = all.filter((each) => isOfKind(each, kind, definition))
  const defaults = new Map(own.map((each) => [each.get(definition.key) as string, each]))
  return own
    .filter(
      (each) =>
        kind.kind === 'qmgr' || matchesWildcard(options.pattern, each.get(definition.key) as string, { any: '*' }),
    )
    .flatMap((object) => renderObject(object, kind, definition, defaults, options))
}

/** Returns the attributes of every object. Throws when the command fails; no object is no failure. */
export async function display(
  connection: Connection,
  qualifier: string,
  name: string | undefined,
): Promise<Attributes[]> {
  const command = { command: 'display', qualifier: qualifier.toLowerCase(), responseParameters: ['all'], name }
  const { responses } = await connection.commandJson(command)
  return responses.flatMap(({ attributes }) => (attributes ? [new Map(attributes)] : []))
}

function isOfKind(object: Attributes, { kind }: DumpKind, { types, typeKeyword }: ObjectDefinition): boolean {
  // The queue manager itself makes temporary and managed queues again.
  if (kind === 'queue' && object.get('DEFTYPE') === 'TEMPDYN' && object.get('TYPE') === 'QLOCAL') return false
  if (kind === 'queue' && String(object.get('QUEUE')).startsWith('SYSTEM.MANAGED.')) return false
  if (kind === 'sub') return object.get('DURABLE') === 'YES' && object.get('SUBTYPE') !== 'PROXY'
  const type = typeKeyword && object.get(typeKeyword)
  return type === undefined || types.includes(String(type))
}

function renderObject(
  object: Attributes,
  { kind, qualifier, isDefinedByType }: DumpKind,
  definition: ObjectDefinition,
  defaults: ReadonlyMap<string, Attributes>,
  { allAttributes, layout, isTwoLines }: DumpOptions,
): string[] {
  const { key, typeKeyword, types } = definition
  const type = String(object.get(typeKeyword ?? '') ?? types[0])
  const name = object.get(key) as string
  const required = definition.required?.(type).flat() ?? []
  const written = definition.attributes.filter((attribute) => {
    const value = object.get(attribute.keyword)
    if (value === undefined || attribute.access === 'show' || attribute.value.secret) return false
    if (attribute.types && !attribute.types.includes(type)) return false
    // A managed subscription gets a new destination.
    if (kind === 'sub' && attribute.keyword === 'DEST' && object.get('DESTCLAS') === 'MANAGED') return false
    return (
      allAttributes ||
      required.includes(attribute.keyword) ||
      differsFromDefault(attribute, value, defaults.get(definition.defaultObject?.(type) ?? ''))
    )
  })
  const words = (of: readonly AttributeDefinition[]) =>
    of.map((each) => renderWord(each, object.get(each.keyword) as AttributeValue))

  if (kind === 'qmgr') return [renderCommand('ALTER QMGR', words(written), layout)]
  const subject = `${isDefinedByType ? type : qualifier}(${renderText(name)})`
  // Channels of clients share the object keyword with all others.
  const needsType = typeKeyword === 'CHLTYPE' || definition.types.length > 1
  const typeWords = needsType && !isDefinedByType ? [`${typeKeyword}(${type})`] : []
  const altered = written.filter(({ access }) => access === 'set')
  const alter = renderCommand(`ALTER ${subject}`, [...typeWords, ...words(altered)], layout)
  const define = (end: string) => renderCommand(`DEFINE ${subject}`, [...typeWords, ...words(written), end], layout)
  return isTwoLines ? [define('NOREPLACE'), alter] : [define('REPLACE')]
}

/** Returns whether a definition must name the value: it, or the default object, differs from the initial value. */
function differsFromDefault(
  { keyword, initial, required }: AttributeDefinition,
  value: AttributeValue,
  defaultObject: Attributes | undefined,
): boolean {
  const isInitial = (one: AttributeValue | undefined) => String(one) === String(initial)
  return required === true || !isInitial(value) || !isInitial(defaultObject?.get(keyword) ?? initial)
}

interface DumpKind {
  kind: ObjectDefinition['kind']
  /** The word of `-t`, and its synonyms. */
  types: readonly string[]
  /** The word of `-x`. */
  exported: 'object' | 'sub'
  /** The object keyword of DISPLAY and, unless the type of the object is one, of DEFINE. */
  qualifier: string
  /** Whether the type of the object is the object keyword: DEFINE QLOCAL. */
  isDefinedByType?: true
}

/** The kinds of definitions that `dmpmqcfg` writes, in their order. */
export const dumpKinds: readonly DumpKind[] = [
  { kind: 'qmgr', types: ['qmgr'], exported: 'object', qualifier: 'QMGR' },
  { kind: 'queue', types: ['queue'], exported: 'object', qualifier: 'QUEUE', isDefinedByType: true },
  { kind: 'namelist', types: ['namelist'], exported: 'object', qualifier: 'NAMELIST' },
  { kind: 'process', types: ['process'], exported: 'object', qualifier: 'PROCESS' },
  { kind: 'channel', types: ['channel'], exported: 'object', qualifier: 'CHANNEL' },
  { kind: 'clntconn', types: ['clntconn', 'channel'], exported: 'object', qualifier: 'CHANNEL' },
  { kind: 'authinfo', types: ['authinfo'], exported: 'object', qualifier: 'AUTHINFO' },
  { kind: 'listener', types: ['lstr', 'listener'], exported: 'object', qualifier: 'LISTENER' },
  { kind: 'service', types: ['srvc', 'service'], exported: 'object', qualifier: 'SERVICE' },
  { kind: 'comminfo', types: ['comminfo'], exported: 'object', qualifier: 'COMMINFO' },
  { kind: 'topic', types: ['topic'], exported: 'object', qualifier: 'TOPIC' },
  { kind: 'sub', types: ['sub'], exported: 'sub', qualifier: 'SUB' },
]

export const dumpTypes: readonly string[] = ['all', ...new Set(dumpKinds.flatMap(({ types }) => types))]

/** How commands are written: one attribute per line, or the whole command on one line. */
type Layout = 'lines' | 'oneLine'

/** Returns a command: its head, then its words. */
export function renderCommand(head: string, words: readonly string[], layout: Layout): string {
  return layout === 'oneLine' ? [head, ...words].join(' ') : [head, ...words].join(' +\n   ')
}

/** Returns `MAXDEPTH(5000)`, `DESCR('it''s')`, `NAMES('A','B')` or `NOSHARE`. */
export function renderWord({ keyword, value: type }: AttributeDefinition, value: AttributeValue): string {
  if (type.flag) return value === 'YES' ? keyword : `NO${keyword}`
  if (Array.isArray(value)) {
    const items = value.length === 0 ? [' '] : value
    return `${keyword}(${items.map((item) => renderText(String(item))).join(',')})`
  }
  const isWord = typeof value === 'number' || type.words?.includes(value as string)
  return `${keyword}(${isWord ? value : renderText(String(value))})`
}

/** Returns a text in quotes; a blank one is one blank. */
export function renderText(text: string): string {
  return `'${text === '' ? ' ' : text.replaceAll("'", "''")}'`
}
