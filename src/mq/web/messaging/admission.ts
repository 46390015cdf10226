/**
 * Refuses puts while the queue is too deep or its oldest message too old. The limits are in the header `Sluice-Admission` of the
 * request (`depth=1000; age=60`), which a gateway sets: lower ones for lower plans, so that these are refused first.
 */
import type { Connection } from '../../manager/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'

const memberShape = /^ ?(depth|age|status)=(\d{1,9}) ?$/
const retryAfterSeconds = 5

/**
 * Throws MQWB0328E (429, or 503 with `status=503`) with `Retry-After` when a put to the queue is refused, MQWB0302E (400) for a
 * malformed header, and an `MqError` as a put does.
 */
export function requireAdmission(
  { request, services }: Pick<RestContext, 'request' | 'services'>,
  connection: Connection,
  queue: string,
): void {
  const header = request.headers['sluice-admission']
  if (header === undefined) return
  const { depth, age, status = 429 } = parseLimits(String(header))
  const fill = connection.readFill(queue)
  if (!fill) return
  const seconds = fill.oldestPutAt === undefined ? -1 : Math.floor((services.clock() - fill.oldestPutAt) / 1000)
  const problem =
    depth !== undefined && fill.depth >= depth
      ? `it has ${fill.depth} messages, and the limit is ${depth}`
      : age !== undefined && seconds >= age
        ? `its oldest message is ${seconds} seconds old, and the limit is ${age}`
        : undefined
  if (problem === undefined) return
  const headers = { 'Retry-After': String(retryAfterSeconds) }
  throw new RestError('MQWB0328E', [queue, problem], { status: status === 503 ? 503 : 429, headers })
}

function parseLimits(header: string): { depth?: number; age?: number; status?: number } {
  const limits: Record<string, number> = {}
  const shown = header.slice(0, 100)
  for (const member of shown.split(';')) {
    const [, name, value] = memberShape.exec(member) ?? []
    if (name === undefined)
      throw new RestError('MQWB0302E', ['Sluice-Admission', shown, 'such as depth=1000; age=60; status=503'])
    limits[name] = Number(value)
  }
  return limits
}
