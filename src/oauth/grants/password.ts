/**
 * The resource owner password grant: RFC 6749 section 4.3.
 *
 * RFC 9700 section 2.4 says that it must not be used any more: the client sees the password. It is here for
 * clients that cannot do otherwise, and only where a provider names it.
 */
import { OauthError } from '../errors/errors.ts'
import { grantScopes, selectScopes } from '../scopes.ts'
import { newChain } from '../tokens/consent.ts'
import { type Grant, required } from './grant.ts'

export const password: Grant = {
  type: 'password',
  name: 'password',
  parameters: ['username', 'password', 'scope'],

  build({ settings, signIn, ceilings, answer, clock }) {
    if (!signIn) throw new Error(`provider ${settings.name} has the password grant and no user registry`)

    return async function password(request) {
      const name = required(request, 'username')
      const secret = required(request, 'password')
      const { scope } = request.parameters
      const ofClient = ceilings.ofClient(request.client)
      const scopes = grantScopes(scope, settings, ofClient)

      const user = await signIn(request, name, secret, scopes.join(' '))
      if (!user) throw new OauthError('invalid_grant', 'The resource owner could not be authenticated')

      const limits = [...ofClient, ...ceilings.ofUser(user.credential, user.ceiling)]
      const consent = {
        chain: newChain(clock()),
        clientId: request.client.clientId,
        subject: user.credential,
        scopes: selectScopes(user.selectedScope, scopes, limits, scope !== undefined),
        grant: 'password',
        startedAt: Math.floor(clock() / 1000),
        refreshes: 0,
        ...(user.metadata?.accessToken !== undefined && { metadata: user.metadata.accessToken }),
        ...(user.ceiling && { ceiling: user.ceiling }),
      }
      return answer(consent, request.client, limits, { metadata: user.metadata?.payload })
    }
  },
}
