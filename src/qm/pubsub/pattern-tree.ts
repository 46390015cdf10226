/**
 * Finds, for a topic string, everything that was filed under a pattern that matches it.
 *
 * `+` is one level and `#` any number of levels, none included, anywhere in a pattern. The levels are walked once with the
 * set of places in the tree that are still possible, so no pattern makes it walk back.
 */
import { characterMatches, levelsOf, type WildcardSchema } from './topic-strings.ts'

class Node<T> {
  /** A `#`: takes any number of levels. */
  readonly repeats: boolean
  readonly children = new Map<string, Node<T>>()
  readonly items = new Set<T>()

  constructor(level: string) {
    this.repeats = level === '#'
  }
}

export class PatternTree<T> {
  readonly #root = new Node<T>('')
  /** Patterns of characters do not follow levels; they are tried one by one. */
  readonly #characters = new Map<T, string>()

  add(pattern: string, schema: WildcardSchema, item: T): void {
    if (schema === 'CHAR') {
      this.#characters.set(item, pattern)
      return
    }
    let node = this.#root
    for (const level of levelsOf(pattern)) node = childOf(node, level)
    node.items.add(item)
  }

  remove(pattern: string, item: T): void {
    if (this.#characters.delete(item)) return
    const path = [this.#root]
    for (const level of levelsOf(pattern)) {
      const next = path.at(-1)?.children.get(level)
      if (!next) return
      path.push(next)
    }
    path.at(-1)?.items.delete(item)
    prune(path, levelsOf(pattern))
  }

  matches(topicString: string): Set<T> {
    let places = withRest([this.#root])
    for (const level of levelsOf(topicString)) {
      const next: Node<T>[] = []
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
    for (const [item, pattern] of this.#characters)
      if (characterMatches(pattern, topicString)) found.add(item)
    return found
  }
}

/** The places, and the `#` behind each: it can stand for no level at all. */
function withRest<T>(nodes: readonly Node<T>[]): Set<Node<T>> {
  const places = new Set(nodes)
  for (const node of places) {
    const rest = node.children.get('#')
    if (rest) places.add(rest)
  }
  return places
}

function childOf<T>(node: Node<T>, level: string): Node<T> {
  let child = node.children.get(level)
  if (!child) {
    child = new Node(level)
    node.children.set(level, child)
  }
  return child
}

/** Lets go of branches that hold nothing any more. */
function prune<T>(path: readonly Node<T>[], levels: readonly string[]): void {
  for (let depth = levels.length; depth > 0; depth--) {
    const node = path[depth] as Node<T>
    if (node.items.size > 0 || node.children.size > 0) return
    path[depth - 1]?.children.delete(levels[depth - 1] as string)
  }
}
