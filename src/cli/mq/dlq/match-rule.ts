/** Compares a message on a dead-letter queue with the patterns of a rule. */
import type { DeadLetter } from '../../../qm/index.ts'
import type { PatternKeyword, Rule } from './rules-table.ts'

const [request, datagram] = [1, 8] // MQMT_REQUEST, MQMT_DATAGRAM
const unix = 6 // MQAT_UNIX, which every message of this queue manager has

/** The value of a message for each pattern keyword. */
const readers: Readonly<Record<PatternKeyword, (letter: DeadLetter) => string | number>> = {
  APPLIDAT: () => '',
  APPLNAME: ({ message }) => message.applicationName,
  APPLTYPE: () => unix,
  DESTQ: ({ header }) => header.queue,
  DESTQM: ({ header }) => header.manager,
  FEEDBACK: () => 0,
  FORMAT: ({ header }) => header.format,
  MSGTYPE: ({ message }) => (message.replyTo ? request : datagram),
  PERSIST: ({ message }) => (message.persistence === 'persistent' ? 1 : 0),
  REASON: ({ header }) => header.reason,
  REPLYQ: ({ message }) => message.replyTo?.queue ?? '',
  REPLYQM: ({ message }) => message.replyTo?.queueManager ?? '',
  USERID: ({ message }) => message.userId,
}

/** Returns whether every pattern of the rule matches. In texts `*` is any characters and `?` is one. */
export function matchesRule({ patterns }: Rule, letter: DeadLetter): boolean {
  for (const [keyword, pattern] of patterns) {
    const value = readers[keyword](letter)
    const matches =
      typeof pattern === 'number' ? pattern === value : matchesPattern(String(value).trimEnd(), pattern)
    if (!matches) return false
  }
  return true
}

/** Compares from left to right; after a mismatch, the last `*` takes one more character. */
function matchesPattern(text: string, pattern: string): boolean {
  let [at, place, star, starAt] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[place] === '*') {
      star = place++
      starAt = at
    } else if (pattern[place] === '?' || pattern[place] === text[at]) {
      at++
      place++
    } else if (star >= 0) {
      place = star + 1
      at = ++starAt
    } else return false
  }
  while (pattern[place] === '*') place++
  return place === pattern.length
}
