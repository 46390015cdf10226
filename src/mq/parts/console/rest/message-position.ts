/** GET /message-position: the position, from 0, of the first message since `at` or with `correlationId`; or -1. */
import { jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { parseQueryParameters } from '../../../web/http/request-input.ts'
import { parseMqId } from '../../../web/messaging/mq-ids.ts'
import { runWithBrowseConnection } from './console-connection.ts'

export async function findMessagePosition(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['at', 'correlationId'])
  if ((query.at === undefined) === (query.correlationId === undefined))
    throw new RestError('MQWB0013E', ['', 'at', 'either at or correlationId must be there'])
  const time = query.at === undefined ? undefined : parseTime(query.at)
  const id = query.correlationId === undefined ? undefined : parseId(query.correlationId, context)
  const { mqConsoleMaxMsgsPerRequest: limit } = context.services.settings().properties

  return runWithBrowseConnection(context, async (connection, queue) => {
    const messages = await connection.list(queue, { limit })
    const position = messages.findIndex(({ correlationId, putAt }) =>
      id ? correlationId.equals(id) : putAt >= (time ?? 0),
    )
    return jsonResponse(200, { position })
  })
}

function parseTime(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new RestError('MQWB0013E', [text, 'at', 'it must be a time in ISO 8601'])
  return time
}

function parseId(text: string, { version }: RestContext): Buffer {
  const id = parseMqId(text, version)
  if (!id) throw new RestError('MQWB0013E', [text, 'correlationId', 'it must consist of 48 hexadecimal digits'])
  return id
}
