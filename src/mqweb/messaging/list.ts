/** GET /messaging/qmgr/{qmgr}/queue/{queue}/messagelist: what is on the queue, in the order of delivery. */
import { type MessageSummary, MqError } from '../../qm/index.ts'
import { type Answer, type Call, json } from '../call/call.ts'
import type { Version } from '../call/version.ts'
import { readInteger, readQuery } from '../http/query.ts'
import { withConnection } from './connect.ts'
import { isNoId, renderId } from './ids.ts'
import { readSelection } from './selection.ts'

const usual = 10
/** More are not listed in one answer, so that one call cannot keep the server from all others. */
const most = 10_000

export async function list(call: Call): Promise<Answer> {
  const queue = call.params.queue as string
  const query = readQuery(call, ['limit', 'messageId', 'correlationId'])
  const selection = readSelection(query, call)
  const limit = readInteger('limit', query.limit, { min: 1, max: 2_147_483_647 }) ?? usual

  return withConnection(call, queue, 'browse from', async (connection) => {
    try {
      const messages = await connection.list(queue, { ...selection, limit: Math.min(limit, most) })
      return json(200, { messages: messages.map((message) => entry(message, call.version)) })
    } catch (error) {
      if (error instanceof MqError && error.reasonCode === 2016) return json(200, { messages: [] })
      throw error
    }
  })
}

function entry({ format, messageId, correlationId }: MessageSummary, version: Version) {
  const entry = { format: format.trimEnd(), messageId: renderId(messageId, version) }
  return isNoId(correlationId) ? entry : { ...entry, correlationId: renderId(correlationId, version) }
}
