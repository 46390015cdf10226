/** POST …/messages/transfer moves, copies or deletes messages; POST …/messages/put-back takes them off a dead-letter queue. */
import {
  type Connection,
  copyMessage,
  type Message,
  MqError,
  type NewMessage,
  type PutOptions,
  readDeadLetterHeader,
  restoreDeadLetter,
  type UnitOfWork,
} from '../../../manager/index.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { toMessagingError } from '../../../web/errors/mq-errors.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { createInvalidMemberError, createMissingMemberError, parseBody } from '../../../web/http/parse-body.ts'
import { readJsonObjectBody } from '../../../web/http/request-input.ts'
import {
  PutBackRequest,
  type PutBackResult,
  type TransferAction,
  TransferMessagesRequest,
} from '../contract/messages.ts'
import { runWithConsoleConnection } from './console-connection.ts'

/** The operation that error texts name for each action. */
const operations: Readonly<Record<TransferAction, string>> = {
  move: 'move messages from',
  copy: 'copy messages from',
  delete: 'get from',
}

export async function transferMessages(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const body = await readJsonObjectBody(context.request)
  const { action, target = '', messageIds } = parseBody(TransferMessagesRequest, body)
  if (action !== 'delete' && target === '') throw createMissingMemberError('target', 'it must be a string')
  const ids = listDistinctIds(messageIds)
  if (action === 'move' && target === queue)
    throw createInvalidMemberError('target', target, 'it must be another queue')

  return runWithConsoleConnection(context, queue, operations[action], async (connection) => {
    await runInUnitOfWork(connection, async (unitOfWork) => {
      for (const messageId of ids) {
        const message =
          action === 'copy'
            ? await connection.browse(queue, { messageId })
            : await connection.get(queue, { messageId, unitOfWork })
        if (!message) throw new RestError('MQWB0042E', [messageId.toString('hex'), queue])
        if (action !== 'delete') await pass(connection, target, message, action, unitOfWork)
      }
    })
    return jsonResponse(200, { messages: ids.length })
  })
}

/** Backs out what the action did when it fails. */
async function runInUnitOfWork<T>(connection: Connection, action: (unitOfWork: UnitOfWork) => Promise<T>): Promise<T> {
  const unitOfWork = connection.beginUnitOfWork()
  try {
    const result = await action(unitOfWork)
    await unitOfWork.commit()
    return result
  } catch (error) {
    await unitOfWork.backout({ countsBackout: false })
    throw error
  }
}

/** Puts the message on the target queue. A moved message keeps its id, and for administrators its context. */
async function pass(
  connection: Connection,
  target: string,
  message: Message,
  action: TransferAction,
  unitOfWork: UnitOfWork,
): Promise<void> {
  const { messageId: _, ...fields } = copyMessage(message)
  const copy: NewMessage = action === 'move' ? copyMessage(message) : fields
  const context = action === 'move' ? findKeptContext(connection, message) : undefined
  await connection.put({ queue: target }, copy, { context, unitOfWork })
}

function findKeptContext(
  { principal }: Connection,
  { putAt, userId, applicationName }: Message,
): PutOptions['context'] {
  return principal.privileged ? { putAt, userId, applicationName } : undefined
}

function listDistinctIds(ids: readonly string[]): Buffer[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => Buffer.from(id, 'hex'))
}

/**
 * Puts messages on the queues for which they were meant, as they were before their dead-letter header. Each message is got and
 * put in one unit of work, so that it is on exactly one of the two queues. One that cannot be put back stays, and the response
 * has its error.
 */
export async function putBackMessages(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const { messageIds, target = '' } = parseBody(PutBackRequest, await readJsonObjectBody(context.request))
  const ids = listDistinctIds(messageIds)

  return runWithConsoleConnection(context, queue, 'get from', async (connection) => {
    const failures: PutBackResult['failures'] = []
    const queues = new Set<string>()
    for (const id of ids) {
      const result = await tryPutBack(connection, { queue, messageId: id, target })
      const messageId = id.toString('hex')
      if (typeof result === 'string') queues.add(result)
      else failures.push({ messageId, error: { ...result.body.error[0], message: result.message } })
    }
    return jsonResponse(200, { messages: ids.length - failures.length, queues: [...queues], failures })
  })
}

interface PutBack {
  /** The dead-letter queue. */
  queue: string
  messageId: Buffer
  /** The queue that gets the message; the one of its header when empty. */
  target: string
}

/** Resolves with the queue that got the message, or with the error; it is then on the dead-letter queue as before. */
async function tryPutBack(connection: Connection, message: PutBack): Promise<string | RestError> {
  try {
    return await putBack(connection, message)
  } catch (error) {
    if (error instanceof RestError) return error
    if (!(error instanceof MqError)) throw error
    const { principal, manager } = connection
    const object = error.object ?? (message.target || message.queue)
    return toMessagingError(error, { action: 'put back to', object, principal: principal.name, qmgr: manager.name })
  }
}

function putBack(connection: Connection, { queue, messageId, target }: PutBack): Promise<string> {
  return runInUnitOfWork(connection, async (unitOfWork) => {
    const message = await connection.get(queue, { messageId, unitOfWork })
    if (!message) throw new RestError('MQWB0042E', [messageId.toString('hex'), queue])
    const read = message.format.trimEnd() === 'MQDEAD' ? readDeadLetterHeader(message.body) : undefined
    if (!read) throw new RestError('MQWB0047E', [messageId.toString('hex'), queue])
    const { header } = read
    const destination = target === '' ? { queue: header.queue, queueManager: header.manager } : { queue: target }
    const isLocal = [undefined, '', connection.manager.name].includes(destination.queueManager)
    if (destination.queue === '' || (isLocal && destination.queue === queue))
      throw new RestError('MQWB0048E', [messageId.toString('hex'), destination.queue])

    const context = findKeptContext(connection, message)
    await connection.put(destination, restoreDeadLetter({ message, ...read }), { context, unitOfWork })
    return destination.queue
  })
}
