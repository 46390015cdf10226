/** Applies the action of a rule to one message of the dead-letter queue, in one unit of work. */
import {
  copyMessage,
  type DeadLetter,
  type Destination,
  type NewMessage,
  restoreDeadLetter,
} from '../../../qm/index.ts'
import { MqiCallError, type ProgramConnection } from '../../../runtime/mq/index.ts'
import type { Rule } from './rules-table.ts'

const notAuthorized = 2035
const optionError = 2045
const formatError = 2110

/** Moves or discards the message; false when it is gone. Throws `MqiCallError`, and the message stays on the queue. */
export async function applyAction(
  connection: ProgramConnection,
  queue: string,
  rule: Rule,
  letter: DeadLetter,
): Promise<boolean> {
  const { messageId, correlationId, body } = letter.message
  const target = findTarget(rule, letter, connection.manager)
  if (target?.queue === queue && target.queueManager === undefined) {
    const text = `the rule in line ${rule.line} would put the message on ${queue} again`
    throw new MqiCallError(optionError, `MQRC_OPTION_NOT_VALID_FOR_TYPE (${optionError}): ${text}`)
  }
  if (target && rule.PUTAUT === 'CTX') await requireUserAuthority(connection, target, letter.message.userId)
  await connection.begin()
  try {
    const got = await connection.get(queue, { messageId, correlationId })
    // Another message can have the same ids. The next scan finds this one again.
    const isSame = got?.body.equals(body) ?? false
    if (!isSame) {
      await connection.backout()
      return false
    }
    if (target) {
      const { putAt, userId, applicationName } = letter.message
      await connection.put(target, messageFor(rule, letter), { putAt, userId, applicationName })
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

function messageFor({ ACTION, HEADER }: Rule, letter: DeadLetter): NewMessage {
  const keepsHeader = ACTION === 'FWD' && HEADER === 'YES'
  return keepsHeader ? copyMessage(letter.message) : restoreDeadLetter(letter)
}

/** Throws reason code 2035 unless the user of the message may put to the queue. */
async function requireUserAuthority(
  connection: ProgramConnection,
  { queue }: Destination,
  user: string,
): Promise<void> {
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
