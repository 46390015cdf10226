/** GET /messaging/qmgr/{qmgr}/queue/{queue}/messagelist: lists the messages of a queue in delivery order. */
import { type MessageSummary, MqError } from '../../qm/index.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import type { RestVersion } from '../context/rest-version.ts'
import { parseIntegerParameter, parseQueryParameters } from '../http/query-parameters.ts'
import { parseMessageSelection } from './message-selection.ts'
import { runWithMessagingConnection } from './messaging-connection.ts'
import { isZeroMqId, renderMqId } from './mq-ids.ts'

const defaultLimit = 10
/** The maximum number of messages in one response, so that one request cannot block all others. */
const maxListedMessages = 10_000

export async function listMessages(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const query = parseQueryParameters(context, ['limit', 'messageId', 'correlationId'])
  const selection = parseMessageSelection(query, context)
  const limit = parseIntegerParameter('limit', query.limit, { min: 1, max: 2_147_483_647 }) ?? defaultLimit

  return runWithMessagingConnection(context, queue, 'browse from', async (connection) => {
    try {
      const messages = await connection.list(queue, {
        ...selection,
        limit: Math.min(limit, maxListedMessages),
      })
      return jsonResponse(200, { messages: messages.map((message) => entry(message, context.version)) })
    } catch (error) {
      if (error instanceof MqError && error.reasonCode === 2016) return jsonResponse(200, { messages: [] })
      throw error
    }
  })
}

function entry({ format, messageId, correlationId }: MessageSummary, version: RestVersion) {
  const entry = { format: format.trimEnd(), messageId: renderMqId(messageId, version) }
  return isZeroMqId(correlationId) ? entry : { ...entry, correlationId: renderMqId(correlationId, version) }
}
