/** Compares a message on a dead-letter queue with the patterns of a rule. */
import { matchesWildcard } from '../../../lib/text/wildcard.ts'
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
      typeof pattern === 'number' ? pattern === value : matchesWildcard(pattern, String(value).trimEnd())
    if (!matches) return false
  }
  return true
}
