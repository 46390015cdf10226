/**
 * The resource owner password grant: RFC 6749 section 4.3.
 *
 * RFC 9700 section 2.4 forbids it for new clients, because the client sees the password. It serves clients that
 * support no other grant, and is available only where the OAuth provider document lists it.
 */
import { OauthError } from '../errors/oauth-error.ts'
import { applyRegistryScope, grantScopes } from '../scopes/grant-scopes.ts'
import { generateChainId } from '../state/consent.ts'
import { type GrantType, requireGrantParameter } from './grant-type.ts'

/** Issues tokens for the user name and password of an owner. Throws `invalid_grant` when they are wrong. */
export const passwordGrant: GrantType = {
  type: 'password',
  name: 'password',
  parameters: ['username', 'password', 'scope'],

  build({ settings, authenticateUser, ceilings, answer, clock }) {
    if (!authenticateUser) throw new Error(`provider ${settings.name} has the password grant but no user registry`)

    return async function password(request) {
      const name = requireGrantParameter(request, 'username')
      const secret = requireGrantParameter(request, 'password')
      const { scope } = request.parameters
      const ofClient = ceilings.findForClient(request.client)
      const scopes = grantScopes(scope, settings, ofClient)

      const user = await authenticateUser(request, name, secret, scopes.join(' '))
      if (!user) throw new OauthError('invalid_grant', 'The resource owner could not be authenticated')

      const limits = [...ofClient, ...ceilings.combineForUser(user.credential, user.tokenCeiling)]
      const consent = {
        chain: generateChainId(clock()),
        clientId: request.client.clientId,
        subject: user.credential,
        scopes: applyRegistryScope(user.selectedScope, scopes, limits, scope !== undefined),
        grant: 'password',
        startedAt: Math.floor(clock() / 1000),
        refreshes: 0,
        ...(user.metadata?.accessToken !== undefined && { metadata: user.metadata.accessToken }),
        ...(user.tokenCeiling && { ceiling: user.tokenCeiling }),
      }
      return answer(consent, request.client, limits, { metadata: user.metadata?.payload })
    }
  },
}
