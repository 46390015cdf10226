/**
 * The dead-letter queue handler: scans the queue and applies to each message the first rule that matches. A rule whose
 * action fails is tried again RETRY times; then the next matching rule is tried. A message without a further rule stays
 * on the queue.
 */
import { hash } from 'node:crypto'
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'
import {
  copyMessage,
  type DeadLetter,
  type Destination,
  readDeadLetterHeader,
  restoreDeadLetter,
} from '../../manager/index.ts'
import { MqiCallError, type ProgramConnection } from '../../runtime/index.ts'
import type { RulesTable } from './parse-rules.ts'
import type { PatternKeyword, Rule } from './rules-table.ts'

const connectionBroken = 2009
const notAuthorized = 2035
const optionError = 2045
const formatError = 2110

/** Moves or discards the message; false when it is gone. Throws `MqiCallError`, and the message stays on the queue. */
async function applyAction(
  connection: ProgramConnection,
  queue: string,
  rule: Rule,
  letter: DeadLetter,
): Promise<boolean> {
  const target = findTarget(rule, letter, connection.manager)
  if (target?.queue === queue && target.queueManager === undefined) {
    const text = `the rule in line ${rule.line} would put the message on ${queue} again`
    throw new MqiCallError(optionError, `MQRC_OPTION_NOT_VALID_FOR_TYPE (${optionError}): ${text}`)
  }
  if (target && rule.PUTAUT === 'CTX') await requireUserAuthority(connection, target.queue, letter.message.userId)
  await connection.begin()
  try {
    if (!(await connection.getBrowsed(queue))) {
      await connection.backout()
      return false
    }
    if (target) {
      const { putAt, userId, applicationName } = letter.message
      const keepsHeader = rule.ACTION === 'FWD' && rule.HEADER === 'YES'
      const message = keepsHeader ? copyMessage(letter.message) : restoreDeadLetter(letter)
      await connection.put(target, message, { putAt, userId, applicationName })
    }
    await connection.commit()
    return true
  } catch (error) {
    // A failed commit has ended the unit of work.
    await connection.backout()
    throw error
  }
}

/** Returns the queue of RETRY or FWD; undefined for DISCARD. */
function findTarget(rule: Rule, { header, message }: DeadLetter, local: string): Destination | undefined {
  if (rule.ACTION === 'DISCARD') return undefined
  const { replyTo } = message
  const names: Readonly<Record<string, string>> = {
    '&DESTQ': header.queue,
    '&DESTQM': header.manager,
    '&REPLYQ': replyTo?.queue ?? '',
    '&REPLYQM': replyTo?.queueManager ?? '',
  }
  const isRetry = rule.ACTION === 'RETRY'
  const queue = isRetry ? header.queue : (names[rule.FWDQ] ?? rule.FWDQ)
  const queueManager = isRetry ? header.manager : (names[rule.FWDQM] ?? rule.FWDQM)
  if (queue === '') {
    const text = `the rule in line ${rule.line} forwards to ${rule.FWDQ || 'no queue'}, and the message has none`
    throw new MqiCallError(formatError, `MQRC_FORMAT_ERROR (${formatError}): ${text}`)
  }
  return queueManager === '' || queueManager === local ? { queue } : { queue, queueManager }
}

/** Throws reason code 2035 unless the user of the message may put to the queue. */
async function requireUserAuthority(connection: ProgramConnection, queue: string, user: string): Promise<void> {
  const { responses } = await connection.commandJson({
    command: 'display',
    qualifier: 'entauth',
    parameters: { objtype: 'queue', objname: queue, principal: user },
  })
  const authorities = new Map(responses[0]?.attributes).get('AUTHLIST')
  if (Array.isArray(authorities) && authorities.includes('PUT')) return
  const text = `${user}, the user of the message, has no PUT authority for ${queue}`
  throw new MqiCallError(notAuthorized, `MQRC_NOT_AUTHORIZED (${notAuthorized}): ${text}`)
}

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
  /** The attempts of the messages that stay on the queue, by their ids and bodies: ids can be equal. */
  #attempts = new Map<string, Attempts>()
  /** The number of messages that each action has handled. */
  readonly counts: Record<Rule['ACTION'], number> = { DISCARD: 0, RETRY: 0, FWD: 0, IGNORE: 0 }

  constructor(deps: HandlerDeps) {
    this.#deps = deps
  }

  /** Handles every message on the queue once. Throws when the queue cannot be read. */
  async scan() {
    const { connection, queue, table, report } = this.#deps
    const remaining = new Map<string, Attempts>()
    let nextAttemptAt: number | undefined
    await connection.browse(queue)
    for (let message = await connection.browseNext(); message; message = await connection.browseNext()) {
      const key = hash('sha256', Buffer.concat([message.messageId, message.correlationId, message.body]))
      const attempts = this.#attempts.get(key) ?? { rule: 0, failed: 0, nextAt: 0 }
      const read = message.format === 'MQDEAD' ? readDeadLetterHeader(message.body) : undefined
      if (read && (await this.#handle({ message, ...read }, attempts))) continue
      if (!read && attempts.rule < table.rules.length) {
        attempts.rule = table.rules.length
        const id = message.messageId.toString('hex')
        report(`message ${id} has no dead-letter header (MQDLH): it stays on ${queue}`)
      }
      remaining.set(key, attempts)
      if (attempts.rule < table.rules.length)
        nextAttemptAt = Math.min(nextAttemptAt ?? attempts.nextAt, attempts.nextAt)
    }
    this.#attempts = remaining
    return { nextAttemptAt }
  }

  /** Tries matching rules. Returns whether the message has left the queue. */
  async #handle(letter: DeadLetter, attempts: Attempts): Promise<boolean> {
    const { table, clock } = this.#deps
    if (attempts.nextAt > clock()) return false
    for (; attempts.rule < table.rules.length; attempts.rule++, attempts.failed = 0) {
      const rule = table.rules[attempts.rule] as Rule
      if (!matchesRule(rule, letter)) continue
      if (rule.ACTION === 'IGNORE') break
      if (await this.#try(rule, letter)) return true
      attempts.failed++
      attempts.nextAt = clock() + table.control.RETRYINT * 1000
      if (attempts.failed < rule.RETRY) return false
    }
    attempts.rule = table.rules.length
    return false
  }

  async #try(rule: Rule, letter: DeadLetter): Promise<boolean> {
    const { connection, queue, report } = this.#deps
    try {
      if (await applyAction(connection, queue, rule, letter)) this.counts[rule.ACTION]++
      return true
    } catch (error) {
      if (!(error instanceof MqiCallError) || error.reasonCode === connectionBroken) throw error
      const id = letter.message.messageId.toString('hex')
      report(`message ${id}: ACTION(${rule.ACTION}) of line ${rule.line} failed: ${error.message}`)
      return false
    }
  }
}

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
  return [...patterns].every(([keyword, pattern]) => {
    const value = readers[keyword](letter)
    return typeof pattern === 'number' ? pattern === value : matchesWildcard(pattern, String(value).trimEnd())
  })
}
