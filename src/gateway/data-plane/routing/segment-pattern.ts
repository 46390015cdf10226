/**
 * A segment of a path template with parameters in it: `{id}.json`, `{from}-{to}`. A parameter stands for one or more
 * characters, and the first ones take as few as possible.
 *
 * There is no regular expression, because its backtracking costs quadratic time on a long segment of a hostile client.
 */
import { normaliseTemplateText } from '../request/path.ts'

export interface SegmentPattern {
  /** The segment without names of parameters: `{}.json`. Two segments with one shape match the same texts. */
  readonly shape: string
  /** The texts around the parameters: one before the first, one after each. */
  readonly texts: readonly string[]
}

export function parseSegmentPattern(segment: string): SegmentPattern {
  const texts = segment.split(/\{[^{}]+\}/).map(normaliseTemplateText)
  return { shape: texts.join('{}'), texts }
}

/** Orders patterns by the length of their texts, longest first, so that the more specific one is tried first. */
export function compareSegmentPatterns(a: SegmentPattern, b: SegmentPattern): number {
  return lengthOfTexts(b) - lengthOfTexts(a) || (a.shape < b.shape ? -1 : 1)
}

/** Returns the values of the parameters, or undefined when the segment does not match. */
export function matchSegment({ texts }: SegmentPattern, segment: string): string[] | undefined {
  const [first = '', ...others] = texts
  const last = others.pop() ?? ''
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined

  const end = segment.length - last.length
  const values: string[] = []
  let start = first.length
  for (const text of others) {
    const found = segment.indexOf(text, start + 1)
    if (found === -1) return undefined
    values.push(segment.slice(start, found))
    start = found + text.length
  }
  if (start >= end) return undefined
  values.push(segment.slice(start, end))
  return values
}

function lengthOfTexts({ texts }: SegmentPattern): number {
  return texts.join('').length
}
