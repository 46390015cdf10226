/** All credentials of a call must belong to one application: its plan and its limits count the call. */
import type { SourceLocation } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { SecuredCall } from './security-type.ts'

/** Returns the function that sets the client; an error when earlier credentials are of another application. */
export function buildClientSetter(
  location: SourceLocation,
): (call: SecuredCall, client: Client) => GatewayError | undefined {
  const several = new GatewayError('clients_several', {
    location,
    text: 'The credentials of the request belong to different applications',
  })

  return function setClient(call, client) {
    const { client: known } = call.caller
    if (known && known.application.name !== client.application.name) {
      call.outcome.detail = `credentials of the applications "${known.application.name}" and "${client.application.name}"`
      return several
    }
    call.caller.client = client
    return undefined
  }
}
