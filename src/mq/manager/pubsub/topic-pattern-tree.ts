/**
 * Finds all items whose pattern matches a topic string.
 *
 * `+` matches one level and `#` any number of levels, including none, anywhere in a pattern. The search visits
 * each level once with the set of possible nodes, so that no pattern causes backtracking.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { compileCharacterPattern, splitLevels, splitPattern, type WildcardSchema } from './topic-strings.ts'

class PatternNode<T> {
  /** Whether this node is a `#`, which matches any number of levels. */
  readonly repeats: boolean
  readonly children = new Map<string, PatternNode<T>>()
  readonly items = new Set<T>()

  constructor(level: string) {
    this.repeats = level === '#'
  }
}

export class TopicPatternTree<T> {
  readonly #root = new PatternNode<T>('')
  /** The matchers of character patterns, which ignore levels; the search tries them one by one. */
  readonly #characters = new Map<T, (topicString: string) => boolean>()

  add(pattern: string, schema: WildcardSchema, item: T): void {
    if (schema === 'CHAR') {
      this.#characters.set(item, compileCharacterPattern(pattern))
      return
    }
    let node = this.#root
    for (const level of splitPattern(pattern)) node = getOrCreate(node.children, level, () => new PatternNode(level))
    node.items.add(item)
  }

  remove(pattern: string, item: T): void {
    if (this.#characters.delete(item)) return
    const path = [this.#root]
    const levels = splitPattern(pattern)
    for (const level of levels) {
      const next = path.at(-1)?.children.get(level)
      if (!next) return
      path.push(next)
    }
    path.at(-1)?.items.delete(item)
    prune(path, levels)
  }

  findMatches(topicString: string): Set<T> {
    let places = withRest([this.#root])
    for (const level of splitLevels(topicString)) {
      const next: PatternNode<T>[] = []
      for (const node of places) {
        if (node.repeats) next.push(node)
        for (const word of [level, '+']) {
          const child = node.children.get(word)
          if (child) next.push(child)
        }
      }
      places = withRest(next)
      if (places.size === 0) break
    }
    const found = new Set<T>()
    for (const node of places) for (const item of node.items) found.add(item)
    for (const [item, matches] of this.#characters) if (matches(topicString)) found.add(item)
    return found
  }
}

/** Adds the `#` nodes below the nodes, because `#` also matches no level. */
function withRest<T>(nodes: readonly PatternNode<T>[]): Set<PatternNode<T>> {
  const places = new Set(nodes)
  for (const node of places) {
    const rest = node.children.get('#')
    if (rest) places.add(rest)
  }
  return places
}

function prune<T>(path: readonly PatternNode<T>[], levels: readonly string[]): void {
  for (let depth = levels.length; depth > 0; depth--) {
    const node = path[depth] as PatternNode<T>
    if (node.items.size > 0 || node.children.size > 0) return
    path[depth - 1]?.children.delete(levels[depth - 1] as string)
  }
}
