/** Runs the dead-letter queue handler until its WAIT ends. */
import { text } from 'node:stream/consumers'
import { steadyClock } from '../../../shared/lib/time/clock.ts'
import type { Terminal } from '../../cli/common/mq-program.ts'
import { MqiCallError, type ProgramConnection } from '../../runtime/index.ts'
import { DeadLetterHandler } from './dead-letter-handler.ts'
import { parseRules, type RulesTable } from './parse-rules.ts'
import { RulesError } from './read-entries.ts'

export const statuses = { done: 0, invalidRules: 1, failed: 2 } as const

/** Handles the queue by the rules on standard input; names override INPUTQ and INPUTQM. Resolves with the status. */
export async function runDeadLetterHandler(
  terminal: Terminal,
  queueName?: string,
  managerName?: string,
): Promise<number> {
  let table: RulesTable
  try {
    table = parseRules(await readAll(terminal))
  } catch (error) {
    if (!(error instanceof RulesError)) throw error
    terminal.writeError(`AMQ8731E: the rules table is invalid: ${error.message}\n`)
    return statuses.invalidRules
  }
  const { control } = table
  try {
    using connection = await terminal.connect((managerName ?? control.INPUTQM) || undefined, 'runmqdlq')
    const queue = (queueName ?? control.INPUTQ) || (await findDeadLetterQueue(connection))
    await handle(terminal, connection, queue, table)
    return statuses.done
  } catch (error) {
    if (!(error instanceof MqiCallError)) throw error
    terminal.writeError(`runmqdlq: ${error.message}\n`)
    return statuses.failed
  }
}

async function handle(
  terminal: Terminal,
  connection: ProgramConnection,
  queue: string,
  table: RulesTable,
): Promise<void> {
  const handler = new DeadLetterHandler({
    connection,
    queue,
    table,
    clock: steadyClock,
    report: (text) => terminal.writeError(`runmqdlq: ${text}\n`),
  })
  terminal.write(`AMQ8708I: Dead-letter queue handler started to process INPUTQ(${queue}).\n`)
  const { WAIT } = table.control
  const waitMs = WAIT === 'YES' ? Number.POSITIVE_INFINITY : WAIT === 'NO' ? 0 : WAIT * 1000
  let endsAt = steadyClock() + waitMs
  for (;;) {
    const { nextAttemptAt } = await handler.scan()
    const now = steadyClock()
    if (nextAttemptAt === undefined && now >= endsAt) break
    const until = nextAttemptAt ?? endsAt
    if (await connection.waitForArrival(Math.max(0, until - now))) endsAt = steadyClock() + waitMs
  }
  const { DISCARD, RETRY, FWD } = handler.counts
  const summary = `${RETRY} delivered, ${FWD} forwarded, ${DISCARD} discarded`
  terminal.write(`AMQ8709I: Dead-letter queue handler ending: ${summary}.\n`)
}

/** Returns DEADQ of the queue manager. Throws reason code 2085 when it has none. */
async function findDeadLetterQueue(connection: ProgramConnection): Promise<string> {
  const { responses } = await connection.command('DISPLAY QMGR DEADQ')
  const queue = String(new Map(responses[0]?.attributes).get('DEADQ') ?? '')
  if (queue !== '') return queue
  const reason = `${connection.manager} has no dead-letter queue (DEADQ): name a queue with INPUTQ`
  throw new MqiCallError(2085, `MQRC_UNKNOWN_OBJECT_NAME (2085): ${reason}`)
}

async function readAll(terminal: Terminal): Promise<string> {
  return text(
    (async function* () {
      for await (const line of terminal.readLines()) yield `${line}\n`
    })(),
  )
}
