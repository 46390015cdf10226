/** Reads the gateway header: the queue manager of the installation that passes the request on over its channels. */
import type { QueueManager } from '../../qm/index.ts'
import { RestError } from '../errors/rest-error.ts'
import type { RestContext } from './rest-context.ts'

/** Returns the gateway's name: of the header, or of the property mqRestGatewayQmgr for other queue managers. */
export function findGatewayName({
  dialect,
  request,
  services,
  params,
}: Pick<RestContext, 'dialect' | 'request' | 'services' | 'params'>): string | undefined {
  const given = request.headers[dialect.lowerCaseHeaders.gateway]
  if (typeof given === 'string' && given !== '') return given
  if (services.installation.find(params.qmgr as string)) return undefined
  return services.settings().properties.mqRestGatewayQmgr || undefined
}

/** Returns the gateway and the response header that names it, if any. Throws MQWB0018E when it cannot be used. */
export function findGateway(
  context: RestContext,
): { name: string; manager: QueueManager; headers: Readonly<Record<string, string>> } | undefined {
  const { dialect, services } = context
  const name = findGatewayName(context)
  if (name === undefined) return undefined
  if (!services.settings().properties.mqRestGatewayEnabled)
    throw new RestError('MQWB0018E', [name, 'the property mqRestGatewayEnabled is false'])

  const gateway = services.installation.find(name)
  if (!gateway) throw new RestError('MQWB0018E', [name, 'this installation has no queue manager of this name'])
  if (gateway.state !== 'running') throw new RestError('MQWB0018E', [name, 'it is not running'])
  return { name, manager: gateway, headers: { [dialect.headers.gateway]: name } }
}
