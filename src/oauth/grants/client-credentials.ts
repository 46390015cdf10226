/**
 * The client credentials grant, called `application` in documents: a token for the client itself. RFC 6749
 * section 4.4.
 */
import { OauthError } from '../errors/oauth-error.ts'
import { grantScopes } from '../scopes/grant-scopes.ts'
import { generateChainId } from '../state/consent.ts'
import type { GrantType } from './grant-type.ts'

/** Issues a token without an owner. Throws `unauthorized_client` for a public client. */
export const clientCredentialsGrant: GrantType = {
  type: 'client_credentials',
  name: 'application',
  parameters: ['scope'],

  build({ settings, ceilings, answer, clock }) {
    return async function clientCredentials({ client, parameters }) {
      if (client.application.clientType === 'public') {
        throw new OauthError('unauthorized_client', 'Only a confidential client may use this grant') // RFC 6749 section 4.4
      }
      const limits = ceilings.findForClient(client)
      const consent = {
        chain: generateChainId(clock()),
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
