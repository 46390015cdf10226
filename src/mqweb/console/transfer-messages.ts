/** POST …/messages/transfer: moves, copies or deletes messages, all of them or none. */
import { type TransferAction, TransferMessagesRequest } from '../../contract/console/messages.ts'
import {
  type Connection,
  copyMessage,
  type Message,
  type NewMessage,
  type PutOptions,
  type UnitOfWork,
} from '../../qm/index.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObjectBody } from '../http/json-body.ts'
import { createInvalidMemberError, createMissingMemberError, parseBody } from '../http/parse-body.ts'
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
    const unitOfWork = connection.beginUnitOfWork()
    try {
      for (const messageId of ids) {
        const message = await take(connection, queue, messageId, action, unitOfWork)
        if (!message) throw new RestError('MQWB0042E', [messageId.toString('hex'), queue])
        if (action !== 'delete') await pass(connection, target, message, action, unitOfWork)
      }
      await unitOfWork.commit()
    } catch (error) {
      await unitOfWork.backout({ countsBackout: false })
      throw error
    }
    return jsonResponse(200, { messages: ids.length })
  })
}

function take(
  connection: Connection,
  queue: string,
  messageId: Buffer,
  action: TransferAction,
  unitOfWork: UnitOfWork,
): Promise<Message | undefined> {
  return action === 'copy' ? connection.browse(queue, { messageId }) : connection.get(queue, { messageId, unitOfWork })
}

/** Puts the message on the target queue. A moved message keeps its id, and for administrators its context. */
async function pass(
  connection: Connection,
  target: string,
  message: Message,
  action: TransferAction,
  unitOfWork: UnitOfWork,
): Promise<void> {
  const { putAt, userId, applicationName } = message
  const { messageId: _, ...fields } = copyMessage(message)
  const copy: NewMessage = action === 'move' ? copyMessage(message) : fields
  const keepsContext = action === 'move' && connection.principal.privileged
  const options: PutOptions = keepsContext ? { context: { putAt, userId, applicationName } } : {}
  await connection.put({ queue: target }, copy, { ...options, unitOfWork })
}

/** Returns the bytes of hexadecimal ids, each id once. */
export function listDistinctIds(ids: readonly string[]): Buffer[] {
  return [...new Set(ids)].map((id) => Buffer.from(id, 'hex'))
}
