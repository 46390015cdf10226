/** The client credentials grant, "application": a token for the client itself. RFC 6749 section 4.4. */
import { OauthError } from '../errors/errors.ts'
import { grantScopes } from '../scopes.ts'
import { newChain } from '../tokens/consent.ts'
import type { Grant } from './grant.ts'

export const clientCredentials: Grant = {
  type: 'client_credentials',
  name: 'application',
  parameters: ['scope'],

  build({ settings, ceilings, answer, clock }) {
    return async function clientCredentials({ client, parameters }) {
      if (client.application.clientType === 'public') {
        throw new OauthError('unauthorized_client', 'Only a confidential client may use this grant') // section 4.4
      }
      const limits = ceilings.ofClient(client)
      const consent = {
        chain: newChain(clock()),
        clientId: client.clientId,
        subject: client.clientId, // RFC 9068 section 2.2
        scopes: grantScopes(parameters.scope, settings, limits),
        grant: 'client_credentials',
        startedAt: Math.floor(clock() / 1000),
        refreshes: 0,
      }
      return answer(consent, client, limits)
    }
  },
}
