/**
 * A tree of path segments that finds the value of a path or of a matching template.
 *
 * In a template, `{name}` stands for a segment or a part of one; `{+name}` or `{*name}` as the last segment
 * stands for the rest of the path. Fixed segments win over segments with parameters in them, these over whole
 * parameters, and these over the rest of a path.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { normaliseTemplateText } from '../request/path.ts'
import { compareSegmentPatterns, matchSegment, parseSegmentPattern, type SegmentPattern } from './segment-pattern.ts'

export interface PathMatch<T> {
  value: T
  /** The values of the parameters, in the order of the template. */
  parameters: string[]
}

interface Node<T> {
  fixed: Map<string, Node<T>>
  /** The segments with parameters in them, those with the longest texts first. */
  patterns: { pattern: SegmentPattern; node: Node<T> }[]
  parameter: Node<T> | undefined
  value: T | undefined
  rest: T | undefined
}

const wholeParameter = /^\{[^{}+*][^{}]*\}$/
const restParameter = /^\{[+*][^{}]+\}$/
const anyParameter = /\{([+*]?)([^{}]+)\}/g

export class PathTree<T> {
  readonly #root: Node<T> = newNode()

  /** Adds a value for a template and returns it; returns the existing value when the template has one. */
  add(template: string, value: T): T {
    let node = this.#root
    for (const segment of splitPath(template)) {
      if (restParameter.test(segment)) {
        node.rest ??= value
        return node.rest
      }
      node = child(node, segment)
    }
    node.value ??= value
    return node.value
  }

  /** Returns the value for the segments of a normalised path, or undefined. */
  find(segments: readonly string[]): PathMatch<T> | undefined {
    const parameters: string[] = []
    const value = match(this.#root, segments, 0, parameters)
    return value === undefined ? undefined : { value, parameters }
  }
}

/** Returns the segments of a path without its leading slash. A trailing slash produces an empty last segment. */
export function splitPath(path: string): string[] {
  return path === '/' || path === '' ? [] : path.slice(1).split('/')
}

/** Returns the names of a template's parameters in order. */
export function findParameterNames(template: string): string[] {
  return [...template.matchAll(anyParameter)].map(([, , name = '']) => name)
}

function match<T>(node: Node<T>, segments: readonly string[], at: number, parameters: string[]): T | undefined {
  const segment = segments[at]
  if (segment === undefined) return node.value
  const taken = parameters.length

  const fixed = node.fixed.get(segment)
  const direct = fixed && match(fixed, segments, at + 1, parameters)
  if (direct !== undefined) return direct

  for (const { pattern, node: next } of node.patterns) {
    const values = matchSegment(pattern, segment)
    if (!values) continue
    parameters.length = taken
    parameters.push(...values)
    const found = match(next, segments, at + 1, parameters)
    if (found !== undefined) return found
  }

  parameters.length = taken
  if (node.parameter && segment !== '') {
    parameters.push(segment)
    const found = match(node.parameter, segments, at + 1, parameters)
    if (found !== undefined) return found
    parameters.length = taken
  }

  if (node.rest !== undefined) parameters.push(segments.slice(at).join('/'))
  return node.rest
}

function child<T>(node: Node<T>, segment: string): Node<T> {
  if (wholeParameter.test(segment)) {
    node.parameter ??= newNode()
    return node.parameter
  }
  if (segment.includes('{')) return patternChild(node, segment)

  const text = normaliseTemplateText(segment)
  return getOrCreate(node.fixed, text, () => newNode())
}

function patternChild<T>(node: Node<T>, segment: string): Node<T> {
  const pattern = parseSegmentPattern(segment)
  const known = node.patterns.find((each) => each.pattern.shape === pattern.shape)
  if (known) return known.node
  const next = newNode<T>()
  node.patterns.push({ pattern, node: next })
  node.patterns.sort((a, b) => compareSegmentPatterns(a.pattern, b.pattern))
  return next
}

function newNode<T>(): Node<T> {
  return { fixed: new Map(), patterns: [], parameter: undefined, value: undefined, rest: undefined }
}
