/**
 * The text of one document as a plain value, with the place of every member.
 *
 * YAML 1.2, core schema. Refused, each with its place: syntax errors, a second document in the file, tags, duplicate
 * members, names that are not plain text, and documents that are too deep or grow too much through their aliases.
 */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLError,
} from 'yaml'

/** Where a member's name and value begin, as offsets; what was written when a reference made another text of it. */
export interface Member {
  key: number
  value: number
  written: string | undefined
}

export type Members = ReadonlyMap<string | number, Member>

export interface Fault {
  offset: number
  message: string
}

export interface ParsedYaml {
  value: unknown
  /** The members of each map and list in the value. */
  members: WeakMap<object, Members>
  faults: readonly Fault[]
}

/** Resolves the references in a text; a refusal is told at the text's place. */
export type ResolveText = (text: string) => { text: string } | { refused: string }

const deepest = 64
const mostFromAliases = 10_000
const mostSyntaxFaults = 3

/** Parses one document. The value is undefined when its syntax is broken. */
export function parseYaml(text: string, resolveText: ResolveText): ParsedYaml {
  const document = parse(text)
  if ('faults' in document) return { value: undefined, members: new WeakMap(), faults: document.faults }

  const builder = new Builder(resolveText)
  const value = builder.build(document.contents, 0)
  return { value, members: builder.members, faults: builder.faults }
}

function parse(text: string): Document.Parsed | { faults: Fault[] } {
  try {
    // Duplicate members are found while building: the package's own search grows with the square of a map.
    const document = parseDocument(text, {
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      strict: true,
    })
    const faults = [...document.errors, ...document.warnings]
    return faults.length === 0 ? document : { faults: firstOfEachLine(faults, text) }
  } catch (error) {
    const nested = error instanceof RangeError
    return {
      faults: [
        { offset: 0, message: nested ? tooDeep : `cannot be read as YAML: ${(error as Error).message}` },
      ],
    }
  }
}

/** One slip often echoes through the rest of its line and of the file: the first of each line, and not many. */
function firstOfEachLine(errors: readonly YAMLError[], text: string): Fault[] {
  const seen = new Set<number>()
  const faults: Fault[] = []
  for (const { code, message, pos } of errors) {
    const line = text.lastIndexOf('\n', pos[0] - 1)
    if (seen.has(line)) continue
    seen.add(line)
    const unquoted = /\$(env|file)$/.test(text.slice(0, pos[0]).slice(-5))
    const sentence = unquoted ? quoteReference : sentences[code]
    faults.push({ offset: pos[0], message: sentence ?? `cannot be read as YAML: ${message}` })
    if (faults.length === mostSyntaxFaults) break
  }
  return faults
}

const tooDeep = `is nested more than ${deepest} levels deep`

const quoteReference = 'a reference between braces or brackets must stand in quotes: "$env{NAME}"'

const sentences: Record<string, string> = {
  TAB_AS_INDENT: 'tabs cannot indent in YAML: use spaces',
  MULTIPLE_DOCS: 'a file holds one document: put what follows "---" into a file of its own',
  TAG_RESOLVE_FAILED: 'YAML tags ("!name") are not supported: write the plain value',
  RESOURCE_EXHAUSTION: tooDeep,
}

/** Turns nodes into values and remembers where they came from. */
class Builder {
  readonly members = new WeakMap<object, Members>()
  readonly faults: Fault[] = []
  readonly #anchors = new Map<string, Node>()
  readonly #open = new Set<Node>()
  readonly #resolveText: ResolveText
  #aliases = 0
  #copied = 0
  #exhausted = false

  constructor(resolveText: ResolveText) {
    this.#resolveText = resolveText
  }

  build(node: Node | null, depth: number): unknown {
    if (node === null) return null
    if (depth > deepest) return this.#refuse(node, tooDeep)
    if (this.#aliases > 0 && this.#grownTooMuch(node)) return undefined
    if (isAlias(node)) return this.#alias(node.source, node, depth)

    if (node.anchor) this.#anchors.set(node.anchor, node)
    if (isScalar(node)) return this.#scalar(node)

    this.#open.add(node)
    const value = isMap(node)
      ? this.#map(node.items as Pair<Node, Node | null>[], depth)
      : this.#list(node, depth)
    this.#open.delete(node)
    return value
  }

  #scalar(node: Scalar): unknown {
    if (typeof node.value !== 'string') return node.value
    const resolved = this.#resolveText(node.value)
    return 'refused' in resolved ? this.#refuse(node, resolved.refused) : resolved.text
  }

  #map(pairs: readonly Pair<Node, Node | null>[], depth: number): Record<string, unknown> {
    const value: Record<string, unknown> = {}
    const members = new Map<string, Member>()
    for (const pair of pairs) {
      const name = this.#name(pair.key)
      if (name === undefined) continue
      if (members.has(name)) {
        this.#refuse(pair.key, `"${name}" stands twice here`)
        continue
      }
      members.set(name, this.#member(pair.value, pair.key))
      value[name] = this.build(pair.value, depth + 1)
    }
    this.members.set(value, members)
    return value
  }

  #list(node: Node, depth: number): unknown[] {
    const items = isSeq<Node | null>(node) ? node.items : []
    const members = new Map<number, Member>(items.map((item, index) => [index, this.#member(item, node)]))
    const value = items.map((item) => this.build(item, depth + 1))
    this.members.set(value, members)
    return value
  }

  /** The name of a member as text: `200:` is "200". */
  #name(key: Node): string | undefined {
    if (!isScalar(key) || key.value === null) {
      this.#refuse(key, "a member's name must be plain text")
      return undefined
    }
    const name = key.source ?? String(key.value)
    if (name !== '__proto__') return name
    this.#refuse(key, 'no member can have the name "__proto__"')
    return undefined
  }

  #member(value: Node | null, holder: Node): Member {
    const offset = holder.range?.[0] ?? 0
    return { key: offset, value: value?.range?.[0] ?? offset, written: writtenText(value) }
  }

  #alias(name: string, node: Node, depth: number): unknown {
    const target = this.#anchors.get(name)
    if (!target) return this.#refuse(node, `"*${name}" names no anchor above it`)
    if (this.#open.has(target)) return this.#refuse(node, `"*${name}" refers to what it stands in`)

    this.#aliases++
    const value = this.build(target, depth + 1)
    this.#aliases--
    return value
  }

  #grownTooMuch(node: Node): boolean {
    if (++this.#copied <= mostFromAliases) return false
    if (!this.#exhausted)
      this.#refuse(node, `the aliases of this document expand to more than ${mostFromAliases} values`)
    this.#exhausted = true
    return true
  }

  #refuse(node: Node, message: string): undefined {
    this.faults.push({ offset: node.range?.[0] ?? 0, message })
    return undefined
  }
}

/** What stands in the document, when a reference in it makes another text of it, or a number is spelt its own way. */
function writtenText(node: Node | null): string | undefined {
  if (!isScalar(node)) return undefined
  return typeof node.value === 'string' && !node.value.includes('$') ? undefined : node.source
}
