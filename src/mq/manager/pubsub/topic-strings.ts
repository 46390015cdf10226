/** Functions for topic strings, whose levels are separated by slashes, and for their patterns. */
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'
import { mqError } from '../types/errors.ts'

export type WildcardSchema = 'TOPIC' | 'CHAR'

const maxTopicStringBytes = 10_240
/** The maximum number of levels, which bounds the work of matching: it grows with levels and levels of patterns. */
const maxLevels = 255

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

/** Returns the levels of a pattern, in which a run of `#` is one, because it matches the same topic strings. */
export function splitPattern(pattern: string): string[] {
  return splitLevels(pattern).filter((level, index, levels) => level !== '#' || levels[index - 1] !== '#')
}

/** Throws reason code 2425 for a topic string or pattern that is too long, too deep or contains a null character. */
export function checkTopicString(topicString: string): void {
  if (Buffer.byteLength(topicString) > maxTopicStringBytes || topicString.includes('\0'))
    throw mqError('MQRC_TOPIC_STRING_ERROR', `a topic string is text of at most ${maxTopicStringBytes} bytes`)
  const { length } = splitPattern(topicString)
  if (length > maxLevels)
    throw mqError('MQRC_TOPIC_STRING_ERROR', `a topic string has at most ${maxLevels} levels, and this one ${length}`)
}

/** Returns the number of levels before the first wildcard of a pattern. */
export function countLiteralLevels(pattern: string): number {
  const levels = splitLevels(pattern)
  const first = levels.findIndex((level) => level === '+' || level === '#')
  return first < 0 ? levels.length : first
}

/**
 * Compiles a character pattern: `*` any characters, `?` one character, `%` escapes the next character. A run of `*` is
 * one. Returns whether a topic string matches.
 */
export function compileCharacterPattern(pattern: string): (topicString: string) => boolean {
  const tokens: string[] = []
  for (const [, escaped, plain = ''] of pattern.matchAll(/%([\s\S])|([\s\S])/g)) {
    const token = escaped ?? wildcardTokens.get(plain) ?? plain
    if (token !== 'any' || tokens.at(-1) !== 'any') tokens.push(token)
  }
  return (topicString) => matchesWildcard(tokens, topicString, { any: 'any', one: 'one' })
}

/** The wildcards of a character pattern as tokens that differ from every escaped character. */
const wildcardTokens: ReadonlyMap<string, string> = new Map([
  ['*', 'any'],
  ['?', 'one'],
])
