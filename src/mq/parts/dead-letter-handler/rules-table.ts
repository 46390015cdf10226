/** The rules table of the dead-letter queue handler: its keywords, their values and defaults. */
import { reasonCodes } from '../../manager/index.ts'

/** The kinds of values. Numbers are accepted by their names, too: `REASON(MQRC_Q_FULL)`. */
export type ValueKind =
  | { type: 'text'; maxLength: number; allowsBlank?: boolean }
  | { type: 'number'; names: Readonly<Record<string, number>>; min: number; allowsAny: boolean }
  | { type: 'word'; words: readonly string[]; orNumber?: boolean }

export interface ControlData {
  /** Blank: the dead-letter queue of the queue manager. */
  INPUTQ: string
  INPUTQM: string
  /** Seconds. */
  RETRYINT: number
  /** YES, NO, or the number of seconds to wait for messages. */
  WAIT: 'YES' | 'NO' | number
}

export const controlDefaults: ControlData = { INPUTQ: '', INPUTQM: '', RETRYINT: 60, WAIT: 'YES' }

/** The keywords of a rule. A pattern that is left out matches every message. */
export interface Rule {
  /** The line of the rule, from 1. */
  line: number
  patterns: ReadonlyMap<PatternKeyword, string | number>
  ACTION: 'DISCARD' | 'IGNORE' | 'RETRY' | 'FWD'
  FWDQ: string
  FWDQM: string
  HEADER: 'YES' | 'NO'
  PUTAUT: 'DEF' | 'CTX'
  RETRY: number
}

export const maxNumber = 999_999_999

const queueName: ValueKind = { type: 'text', maxLength: 48, allowsBlank: true }
const namePattern: ValueKind = { type: 'text', maxLength: 48 }

export const controlKeywords: Readonly<Record<keyof ControlData, ValueKind>> = {
  INPUTQ: queueName,
  INPUTQM: queueName,
  RETRYINT: { type: 'number', names: {}, min: 1, allowsAny: false },
  WAIT: { type: 'word', words: ['YES', 'NO'], orNumber: true },
}

/** The names of application types that APPLTYPE accepts. Messages of this queue manager have MQAT_UNIX. */
const applicationTypes = {
  MQAT_UNKNOWN: -1,
  MQAT_NO_CONTEXT: 0,
  MQAT_CICS: 1,
  MQAT_ZOS: 2,
  MQAT_OS2: 4,
  MQAT_DOS: 5,
  MQAT_UNIX: 6,
  MQAT_QMGR: 7,
  MQAT_OS400: 8,
  MQAT_WINDOWS: 9,
  MQAT_WINDOWS_NT: 11,
  MQAT_JAVA: 28,
}
const messageTypes = { MQMT_REQUEST: 1, MQMT_REPLY: 2, MQMT_REPORT: 4, MQMT_DATAGRAM: 8 }
const feedbacks = { MQFB_NONE: 0, MQFB_QUIT: 256, MQFB_EXPIRATION: 258, MQFB_COA: 259, MQFB_COD: 260 }

export const patternKeywords = {
  APPLIDAT: { type: 'text', maxLength: 32 },
  APPLNAME: { type: 'text', maxLength: 28 },
  APPLTYPE: numbers(applicationTypes),
  DESTQ: namePattern,
  DESTQM: namePattern,
  FEEDBACK: numbers(feedbacks),
  FORMAT: { type: 'text', maxLength: 8 },
  MSGTYPE: numbers(messageTypes),
  PERSIST: numbers({ MQPER_NOT_PERSISTENT: 0, MQPER_PERSISTENT: 1 }),
  REASON: numbers(reasonCodes),
  REPLYQ: namePattern,
  REPLYQM: namePattern,
  USERID: { type: 'text', maxLength: 12 },
} satisfies Readonly<Record<string, ValueKind>>

export type PatternKeyword = keyof typeof patternKeywords

const actionKeywords = {
  ACTION: { type: 'word', words: ['DISCARD', 'IGNORE', 'RETRY', 'FWD'] },
  FWDQ: queueName,
  FWDQM: queueName,
  HEADER: { type: 'word', words: ['YES', 'NO'] },
  PUTAUT: { type: 'word', words: ['DEF', 'CTX'] },
  RETRY: { type: 'number', names: {}, min: 1, allowsAny: false },
} satisfies Readonly<Record<string, ValueKind>>

export const ruleKeywords: Readonly<Record<string, ValueKind>> = { ...patternKeywords, ...actionKeywords }

function numbers(names: Readonly<Record<string, number>>): ValueKind {
  return { type: 'number', names, min: 0, allowsAny: true }
}
