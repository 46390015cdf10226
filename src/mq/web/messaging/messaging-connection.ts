/** Runs a messaging request on a connection to a queue manager, within the limit of concurrent messaging requests. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { type Connection, MqError, type Principal } from '../../manager/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { type RestDialect, restDialects } from '../context/rest-dialect.ts'
import { toMessagingError } from '../errors/mq-errors.ts'
import { RestError } from '../errors/rest-error.ts'

/** Runs `work` with a connection and closes it. `action` is for errors: "put to". Throws like `runMessagingRequest`. */
export function runWithMessagingConnection<T>(
  context: RestContext,
  target: string,
  action: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return runMessagingRequest(context, target, action, async () => {
    const connection = openMessagingConnection(context)
    try {
      return await work(connection)
    } finally {
      await connection.close()
    }
  })
}

/** Runs `work` within the messaging limit. Throws `RestError` for an `MqError`, a full limit, disabled messaging. */
export async function runMessagingRequest<T>(
  context: RestContext,
  target: string,
  action: string,
  work: () => Promise<T>,
): Promise<T> {
  const { services, params } = context
  const { properties } = services.settings()
  if (!properties.mqRestMessagingEnabled) throw new RestError('MQWB0319E')
  requireKnownDescriptorHeaders(context)

  const qmgr = params.qmgr as string
  const limit = services.messagingLimit
  const isLimited = properties.mqRestMessagingFullPoolBehavior !== 'overflow'
  const turn = isLimited ? limit.acquire(qmgr, context) : undefined
  if (turn) await turn
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MqError)) throw error
    const stranger = error.reasonCode === 2035 && error.object === qmgr
    const [tried, object] = stranger ? ['connect to', qmgr] : [action, target]
    throw toMessagingError(error, { action: tried, object, principal: findMessagingPrincipal(context).name, qmgr })
  } finally {
    if (isLimited) limit.release(qmgr)
  }
}

/** Connects to the queue manager in the path. The caller closes the connection. Throws `MqError`. */
export function openMessagingConnection(context: RestContext): Connection {
  const qmgr = context.params.qmgr as string
  const manager = context.services.installation.find(qmgr)
  if (!manager) throw new MqError(2058, `there is no queue manager ${qmgr}`, { object: qmgr })
  const address = context.request.socket.remoteAddress
  return manager.connect(findMessagingPrincipal(context), { name: 'mqweb', address })
}

/** Throws reason code 2035 when the authority to get was withdrawn after the queue was opened. */
export function requireGetAuthority(connection: Connection, queue: string): void {
  if (connection.holdsAuthority('QUEUE', queue, 'GET')) return
  throw new MqError(2035, `${connection.principal.name} may not get from ${queue}`)
}

function findMessagingPrincipal({ services, principal }: RestContext): Principal {
  return services.settings().properties.mqRestMessagingAdoptWebUserContext ? principal : services.serverPrincipal
}

type KnownHeaders = Readonly<ReturnType<typeof knownHeaders>>

const known = new Map(restDialects.map((dialect) => [dialect, knownHeaders(dialect)]))

/** Throws MQWB0312E (400) for the first unknown descriptor header. */
function requireKnownDescriptorHeaders({
  request: { headers },
  dialect,
}: Pick<RestContext, 'request' | 'dialect'>): void {
  const { prefix, fields, names } = known.get(dialect) as KnownHeaders
  for (const field in headers) {
    if (!field.startsWith(prefix) || fields.has(field)) continue
    throw new RestError('MQWB0312E', [field, didYouMean(field, names) || '.'])
  }
}

function knownHeaders({ headers }: RestDialect) {
  const { messageId, correlationId, expiry, persistence, replyTo, priority } = headers
  const names = [messageId, correlationId, expiry, persistence, replyTo, priority]
  return {
    /** The common prefix of the descriptor headers in lower case: `ibm-mq-md-`. */
    prefix: messageId.slice(0, messageId.lastIndexOf('-') + 1),
    /** The header names in lower case, as `IncomingMessage.headers` has them. */
    fields: new Set(names.map((name) => name.toLowerCase())),
    /** The header names as error texts write them. */
    names,
  }
}
