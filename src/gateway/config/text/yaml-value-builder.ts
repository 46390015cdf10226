/**
 * Builds plain values from the nodes of a YAML document and records the offset of each.
 *
 * It rejects duplicate members, names that are not plain text, invalid or recursive aliases, too many values from
 * aliases, and too deep nesting. A rejected value is undefined, and the rest is still built.
 */
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml'

/** The offsets of the name and the value of a member, and the text of the document when it differs from the value. */
export type MemberOffsets = { key: number; value: number; written: string | undefined }

export type MemberOffsetMap = ReadonlyMap<string | number, MemberOffsets>

export type YamlProblem = { offset: number; message: string }

export interface ParsedYaml {
  value: unknown
  /** The members of each map and list in the value. */
  members: ReadonlyMap<object, MemberOffsetMap>
  problems: readonly YamlProblem[]
}

/** Resolves the references in a text, or returns the reason why one cannot be resolved. */
export type ResolveReferencesInText = (text: string) => { text: string } | { error: string }

const maxNestingDepth = 64
export const maxValuesFromAliases = 10_000

export const nestingTooDeepMessage = `is nested more than ${maxNestingDepth} levels deep`
export const aliasesTooManyMessage = `the aliases of this document expand to more than ${maxValuesFromAliases} values`

/** Builds values from nodes and records the offsets of their members. */
export class YamlValueBuilder {
  readonly members = new Map<object, MemberOffsetMap>()
  readonly faults: YamlProblem[] = []
  readonly #anchors = new Map<string, Node>()
  readonly #open = new Set<Node>()
  readonly #resolveText: ResolveReferencesInText
  #aliases = 0
  #copied = 0
  #exhausted = false

  constructor(resolveText: ResolveReferencesInText) {
    this.#resolveText = resolveText
  }

  build(node: Node | null, depth: number): unknown {
    if (node === null) return null
    if (depth > maxNestingDepth) return this.#refuse(node, nestingTooDeepMessage)
    if (this.#aliases > 0 && this.#grownTooMuch(node)) return undefined
    if (isAlias(node)) return this.#alias(node.source, node, depth)

    if (node.anchor) this.#anchors.set(node.anchor, node)
    if (isScalar(node)) return this.#scalar(node)

    this.#open.add(node)
    const value = isMap(node) ? this.#map(node.items as Pair<Node, Node | null>[], depth) : this.#list(node, depth)
    this.#open.delete(node)
    return value
  }

  #scalar(node: Scalar): unknown {
    if (typeof node.value !== 'string') return node.value
    const resolved = this.#resolveText(node.value)
    return 'error' in resolved ? this.#refuse(node, resolved.error) : resolved.text
  }

  #map(pairs: readonly Pair<Node, Node | null>[], depth: number): Record<string, unknown> {
    const value: Record<string, unknown> = {}
    const members = new Map<string, MemberOffsets>()
    for (const { value: merged } of pairs.filter(isMerge)) this.#merge(merged, { value, members }, depth)
    const ownNames = new Set<string>()
    for (const pair of pairs) {
      if (isMerge(pair)) continue
      const name = this.#name(pair.key)
      if (name === undefined) continue
      if (ownNames.has(name)) {
        this.#refuse(pair.key, `"${name}" stands twice here`)
        continue
      }
      ownNames.add(name)
      members.set(name, this.#member(pair.value, pair.key))
      value[name] = this.build(pair.value, depth + 1)
    }
    this.members.set(value, members)
    return value
  }

  /** Adds the members of other maps (YAML 1.1 merge key). Of two maps in a list, the first one counts. */
  #merge(
    merged: Node | null,
    into: { value: Record<string, unknown>; members: Map<string, MemberOffsets> },
    depth: number,
  ): void {
    for (const node of isSeq<Node | null>(merged) ? merged.items : [merged]) {
      const value = this.build(node, depth + 1)
      if (value === undefined) continue
      if (node === null || typeof value !== 'object' || value === null || Array.isArray(value)) {
        this.faults.push({ offset: node?.range?.[0] ?? 0, message: '"<<" must name a map or a list of maps' })
        continue
      }
      const offsets = this.members.get(value)
      for (const [name, each] of Object.entries(value)) {
        const offset = offsets?.get(name)
        if (!offset || into.members.has(name)) continue
        into.members.set(name, offset)
        into.value[name] = each
      }
    }
  }

  #list(node: Node, depth: number): unknown[] {
    const items = isSeq<Node | null>(node) ? node.items : []
    const members = new Map<number, MemberOffsets>(items.map((item, index) => [index, this.#member(item, node)]))
    const value = items.map((item) => this.build(item, depth + 1))
    this.members.set(value, members)
    return value
  }

  /** Returns the name of a member as text: `200:` is "200". */
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

  #member(value: Node | null, holder: Node): MemberOffsets {
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
    if (++this.#copied <= maxValuesFromAliases) return false
    if (!this.#exhausted) this.#refuse(node, aliasesTooManyMessage)
    this.#exhausted = true
    return true
  }

  #refuse(node: Node, message: string): undefined {
    this.faults.push({ offset: node.range?.[0] ?? 0, message })
    return undefined
  }
}

/** Returns whether a member is the merge key `<<`, which is a plain text: `"<<"` in quotes is a name. */
function isMerge({ key }: Pair<Node, Node | null>): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN'
}

/** Returns the text of a node when it differs from the value, because of a reference or the notation of a number. */
function writtenText(node: Node | null): string | undefined {
  if (!isScalar(node)) return undefined
  return typeof node.value === 'string' && !node.value.includes('$') ? undefined : node.source
}
