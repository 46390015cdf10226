/**
 * Reads the gateway header, with which a client asks a queue manager of the installation to send the request to the
 * queue manager in the path, over its channels.
 */
import type { QueueManager } from '../../../qm/index.ts'
import type { RestContext } from '../../context/rest-context.ts'
import { RestError } from '../../errors/rest-error.ts'

/**
 * Returns the gateway queue manager and the response header that names it. Without the header, the property
 * mqRestGatewayQmgr names the gateway to queue managers that are not local. Returns undefined when there is none. Throws MQWB0018E when the gateway cannot be used.
 */
export function findGateway(
  context: RestContext,
): { name: string; manager: QueueManager; headers: Readonly<Record<string, string>> } | undefined {
  const { dialect, request, services, params } = context
  const { mqRestGatewayQmgr } = services.settings().properties
  const isLocal = services.installation.find(params.qmgr as string) !== undefined
  const given = request.headers[dialect.lowerCaseHeaders.gateway]
  const name = typeof given === 'string' && given !== '' ? given : isLocal ? '' : mqRestGatewayQmgr
  if (name === '') return undefined
  if (!services.settings().properties.mqRestGatewayEnabled) {
    throw new RestError('MQWB0018E', [name, 'the property mqRestGatewayEnabled is false'])
  }

  const gateway = services.installation.find(name)
  if (!gateway)
    throw new RestError('MQWB0018E', [name, 'this installation has no queue manager of this name'])
  if (gateway.state !== 'running') throw new RestError('MQWB0018E', [name, 'it is not running'])
  return { name, manager: gateway, headers: { [dialect.headers.gateway]: name } }
}
