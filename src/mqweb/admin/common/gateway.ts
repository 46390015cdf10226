/**
 * Reads the gateway header, with which a client asks another queue manager of the installation to pass the
 * request on to the queue manager in the path.
 */
import type { RestContext } from '../../context/rest-context.ts'
import { RestError } from '../../errors/rest-error.ts'

/**
 * Returns the gateway queue manager and the response header that names it, or undefined when the request names
 * none. Throws MQWB0018E when the gateway cannot be used.
 */
export function findGateway(
  context: RestContext,
): { name: string; headers: Readonly<Record<string, string>> } | undefined {
  const { dialect, request, services } = context
  const name = request.headers[dialect.lowerCaseHeaders.gateway]
  if (typeof name !== 'string' || name === '') return undefined
  if (!services.settings().properties.mqRestGatewayEnabled) {
    throw new RestError('MQWB0018E', [name, 'the property mqRestGatewayEnabled is false'])
  }

  const gateway = services.installation.find(name)
  if (!gateway)
    throw new RestError('MQWB0018E', [name, 'this installation has no queue manager of this name'])
  if (gateway.state !== 'running') throw new RestError('MQWB0018E', [name, 'it is not running'])
  return { name, headers: { [dialect.headers.gateway]: name } }
}
