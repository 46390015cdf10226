/**
 * The dead-letter queue handler: scans the queue and applies to each message the first rule that matches. A rule whose
 * action fails is tried again RETRY times; then the next matching rule is tried. A message without a further rule stays
 * on the queue.
 */
import { matchesWildcard } from '../../../lib/text/wildcard.ts'
import { type DeadLetter, readDeadLetterHeader } from '../../../qm/index.ts'
import { MqiCallError, type ProgramConnection } from '../../../runtime/mq/index.ts'
import { applyAction } from './apply-action.ts'
import type { RulesTable } from './parse-rules.ts'
import type { PatternKeyword, Rule } from './rules-table.ts'

export interface HandlerDeps {
  connection: ProgramConnection
  queue: string
  table: RulesTable
  clock(): number
  /** Reports a failed action, and a message without a dead-letter header. */
  report(text: string): void
}

interface Attempts {
  /** The place of the rule that is tried. */
  rule: number
  failed: number
  /** Milliseconds since the epoch. */
  nextAt: number
}

export class DeadLetterHandler {
  readonly #deps: HandlerDeps
  /** The attempts of the messages that stay on the queue, by their ids. */
  #attempts = new Map<string, Attempts>()
  readonly counts = { discarded: 0, retried: 0, forwarded: 0 }

  constructor(deps: HandlerDeps) {
    this.#deps = deps
  }

  /** Handles every message on the queue once. Throws when the queue cannot be read. */
  async scan() {
    const { connection, queue, clock } = this.#deps
    const remaining = new Map<string, Attempts>()
    await connection.browse(queue)
    for (let message = await connection.browseNext(); message; message = await connection.browseNext()) {
      const key = message.messageId.toString('hex') + message.correlationId.toString('hex')
      const isNew = !this.#attempts.has(key)
      const attempts = this.#attempts.get(key) ?? { rule: 0, failed: 0, nextAt: 0 }
      const read = message.format === 'MQDEAD' ? readDeadLetterHeader(message.body) : undefined
      if (read) await this.#handle({ message, ...read }, attempts)
      else if (isNew) this.#reportForeign(message.messageId, attempts)
      if (attempts.rule >= 0) remaining.set(key, attempts)
    }
    this.#attempts = remaining

    const { rules } = this.#deps.table
    const waiting = [...remaining.values()].filter(({ rule, failed }) => rule < rules.length && failed > 0)
    if (waiting.length === 0) return { nextAttemptAt: undefined }
    return { nextAttemptAt: Math.max(clock(), Math.min(...waiting.map(({ nextAt }) => nextAt))) }
  }

  #reportForeign(messageId: Buffer, attempts: Attempts): void {
    attempts.rule = this.#deps.table.rules.length
    const id = messageId.toString('hex')
    this.#deps.report(`message ${id} has no dead-letter header (MQDLH): it stays on ${this.#deps.queue}`)
  }

  /** Tries matching rules. Sets `attempts.rule` to -1 when the message has left the queue. */
  async #handle(letter: DeadLetter, attempts: Attempts): Promise<void> {
    const { table, clock } = this.#deps
    if (attempts.nextAt > clock()) return
    for (; attempts.rule < table.rules.length; attempts.rule++, attempts.failed = 0) {
      const rule = table.rules[attempts.rule] as Rule
      if (!matchesRule(rule, letter)) continue
      if (rule.ACTION === 'IGNORE') break
      if (await this.#try(rule, letter)) {
        attempts.rule = -1
        return
      }
      attempts.failed++
      attempts.nextAt = clock() + table.control.RETRYINT * 1000
      if (attempts.failed < rule.RETRY) return
    }
    attempts.rule = table.rules.length
  }

  async #try(rule: Rule, letter: DeadLetter): Promise<boolean> {
    const { connection, queue, report } = this.#deps
    try {
      const isDone = await applyAction(connection, queue, rule, letter)
      if (isDone) this.#count(rule)
      return true
    } catch (error) {
      if (!(error instanceof MqiCallError) || error.reasonCode === connectionBroken) throw error
      const id = letter.message.messageId.toString('hex')
      report(`message ${id}: ACTION(${rule.ACTION}) of line ${rule.line} failed: ${error.message}`)
      return false
    }
  }

  #count({ ACTION }: Rule): void {
    if (ACTION === 'DISCARD') this.counts.discarded++
    else if (ACTION === 'RETRY') this.counts.retried++
    else this.counts.forwarded++
  }
}

const connectionBroken = 2009

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
function matchesRule({ patterns }: Rule, letter: DeadLetter): boolean {
  for (const [keyword, pattern] of patterns) {
    const value = readers[keyword](letter)
    const matches = typeof pattern === 'number' ? pattern === value : matchesWildcard(pattern, String(value).trimEnd())
    if (!matches) return false
  }
  return true
}
