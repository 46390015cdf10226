/**
 * A connection to the queue manager for the length of one messaging call, made as the one who calls.
 */
import { type Connection, MqError } from '../../qm/index.ts'
import type { Call } from '../call/call.ts'
import { connected } from '../call/with-connection.ts'
import { messagingError } from '../errors/mq.ts'
import { RestError } from '../errors/rest-error.ts'
import { requireKnownHeaders } from './known-headers.ts'

/**
 * Runs `work` with a connection and closes it. An `MqError` becomes the answer of the messaging API; `action` is
 * what is told when the object authority manager refuses: "put to".
 */
export async function withConnection<T>(
  call: Call,
  target: string,
  action: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { services, params } = call
  const { properties } = services.settings()
  if (!properties.mqRestMessagingEnabled) throw new RestError('MQWB0319E')
  requireKnownHeaders(call)

  const qmgr = params.qmgr as string
  const principal = properties.mqRestMessagingAdoptWebUserContext ? call.principal : services.serverUser
  const limit = services.messagingLimit
  const leave =
    properties.mqRestMessagingFullPoolBehavior === 'overflow' ? undefined : await limit.enter(qmgr, call)
  try {
    const manager = services.installation.find(qmgr)
    if (!manager) throw new MqError(2058, `there is no queue manager ${qmgr}`, { object: qmgr })
    const address = call.request.socket.remoteAddress
    const application = { name: 'mqweb', ...(address !== undefined && { address }) }
    return await connected(manager, principal, application, work)
  } catch (error) {
    if (!(error instanceof MqError)) throw error
    const stranger = error.reasonCode === 2035 && error.object === qmgr
    const [tried, object] = stranger ? ['connect to', qmgr] : [action, target]
    throw messagingError(error, { action: tried, object, principal: principal.name, qmgr })
  } finally {
    leave?.()
  }
}
