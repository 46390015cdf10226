/** Parses JSON and XML within limits of depth, width, names and values. */
import { parseXmlTree, requireWellFormedXml, type XmlNode } from './xml-tree.ts'

export type DocumentFormat = 'json' | 'xml'

/** What a limit counts. */
const parseLimitNames = [
  'max_nesting_depth',
  'max_width',
  'max_name_length',
  'max_value_length',
  'max_number_length',
  'max_unique_names',
  'max_unique_prefixes',
  'max_unique_namespaces',
] as const

/** The highest number of each; absent for any number. */
export type ParseLimits = Partial<Record<(typeof parseLimitNames)[number], number>>

type Measures = Required<ParseLimits>

/** Throws when the text is not well-formed, or exceeds a limit. */
export function requireParsed(text: string, format: DocumentFormat, limits: ParseLimits = {}): void {
  const limited = parseLimitNames.filter((name) => limits[name] !== undefined)
  if (limited.length === 0) {
    if (format === 'xml') requireWellFormedXml(text)
    else JSON.parse(text)
    return
  }
  const measures = format === 'xml' ? measureXml(parseXmlTree(text)) : measureJson(JSON.parse(text), text)
  for (const name of limited) {
    const limit = limits[name] as number
    if (measures[name] > limit) throw new Error(`${name} is ${limit}, and the body has ${measures[name]}`)
  }
}

function measureJson(document: unknown, text: string): Measures {
  const measures = emptyMeasures()
  const names = new Set<string>()
  const open: [value: unknown, depth: number][] = [[document, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (typeof value === 'string') raise(measures, 'max_value_length', value.length)
    if (typeof value !== 'object' || value === null) continue
    raise(measures, 'max_nesting_depth', depth)
    const members = Object.entries(value)
    raise(measures, 'max_width', members.length)
    for (const [name, member] of members) {
      if (!Array.isArray(value)) names.add(name)
      open.push([member, depth + 1])
    }
  }
  for (const name of names) raise(measures, 'max_name_length', name.length)
  // A text without its end reaches to the end, so that the search takes linear time.
  for (const [, number] of text.matchAll(/"(?:[^"\\]+|\\.)*(?:"|\\?$)|(\d[\d.eE+-]*)/gs))
    if (number !== undefined) raise(measures, 'max_number_length', number.length)
  return { ...measures, max_unique_names: names.size }
}

function measureXml(nodes: readonly XmlNode[]): Measures {
  const measures = emptyMeasures()
  const names = new Set<string>()
  const namespaces = new Set<string>()
  const open = nodes.map((node): [node: XmlNode, depth: number] => [node, 1])
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next
    if (typeof node === 'string') {
      raise(measures, 'max_value_length', node.length)
      continue
    }
    const [element, attributes, children] = node
    raise(measures, 'max_nesting_depth', depth)
    const elements = children.filter((each) => typeof each !== 'string').length
    raise(measures, 'max_width', Math.max(elements, Object.keys(attributes).length))
    names.add(element)
    for (const [name, value] of Object.entries(attributes)) {
      raise(measures, 'max_value_length', value.length)
      names.add(name)
      if (/^xmlns(:|$)/.test(name)) namespaces.add(value)
    }
    for (const child of children) open.push([child, depth + 1])
  }
  for (const name of names) raise(measures, 'max_name_length', name.length)
  const prefixes = new Set([...names].flatMap((name) => /^(?:xmlns:(.*)|(?!xmlns:)(.*):)/.exec(name)?.slice(1) ?? []))
  prefixes.delete(undefined as never)
  return {
    ...measures,
    max_unique_names: names.size,
    max_unique_prefixes: prefixes.size,
    max_unique_namespaces: namespaces.size,
  }
}

function emptyMeasures(): Measures {
  return Object.fromEntries(parseLimitNames.map((name) => [name, 0])) as Measures
}

function raise(measures: Measures, name: keyof Measures, found: number): void {
  measures[name] = Math.max(measures[name], found)
}
