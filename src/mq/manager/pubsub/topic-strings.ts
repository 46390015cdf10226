/** Functions for topic strings, whose levels are separated by slashes, and for their patterns. */
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'
import { mqError } from '../types/errors.ts'

export type WildcardSchema = 'TOPIC' | 'CHAR'

const maxTopicStringBytes = 10_240

export function splitLevels(topicString: string): string[] {
  return topicString.split('/')
}

/** Returns the topic string and its ancestors, the nearest first; the root is the empty string. */
export function listAncestors(topicString: string): string[] {
  const found = [topicString]
  for (let end = topicString.length; end > 0; ) {
    end = topicString.lastIndexOf('/', end - 1)
    found.push(topicString.slice(0, Math.max(end, 0)))
    if (end < 0) break
  }
  return found[0] === '' ? [''] : found
}

/** Returns whether a level is `+` or `#`. */
export function hasWildcard(pattern: string): boolean {
  return splitLevels(pattern).some((level) => level === '+' || level === '#')
}

/** Throws reason code 2425 when the topic string is invalid for publishing. */
export function checkPublishable(topicString: string): void {
  checkTopicString(topicString)
  if (!hasWildcard(topicString)) return
  throw mqError('MQRC_TOPIC_STRING_ERROR', `"${topicString}" has wildcards`, { object: topicString })
}

/** Throws reason code 2425 for a topic string that is too long or contains a null character. */
export function checkTopicString(topicString: string): void {
  if (Buffer.byteLength(topicString) <= maxTopicStringBytes && !topicString.includes('\0')) return
  throw mqError('MQRC_TOPIC_STRING_ERROR', `a topic string is text of at most ${maxTopicStringBytes} bytes`)
}

/** Returns the number of levels before the first wildcard of a pattern. */
export function countLiteralLevels(pattern: string): number {
  const levels = splitLevels(pattern)
  const first = levels.findIndex((level) => level === '+' || level === '#')
  return first < 0 ? levels.length : first
}

/** Matches a character pattern: `*` any characters, `?` one character, `%` escapes the next character. */
export function matchesCharacterPattern(pattern: string, topicString: string): boolean {
  const tokens = Array.from(pattern.matchAll(/%([\s\S])|([\s\S])/g), ([, escaped, plain = '']) =>
    escaped === undefined ? (wildcardTokens.get(plain) ?? plain) : escaped,
  )
  return matchesWildcard(tokens, topicString, { any: 'any', one: 'one' })
}

/** The wildcards of a character pattern as tokens that differ from every escaped character. */
const wildcardTokens: ReadonlyMap<string, string> = new Map([
  ['*', 'any'],
  ['?', 'one'],
])
