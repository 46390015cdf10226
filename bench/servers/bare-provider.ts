/**
 * oidc-provider with its memory adapter and the same grant: it calls the same authentication URL for each request, signs
 * with the same algorithm as Sluice, and saves a refresh token.
 */
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors, type JWK, Provider } from 'oidc-provider'
import { Pool } from 'undici'

const users = new Pool(process.argv[2] as string, { connections: 64 })
const resource = 'urn:bench'
/** Sluice signs with ES256 too. A signature with RS256 takes a millisecond, which would be most of the comparison. */
const sign = { alg: 'ES256' } as const
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

const provider = new Provider('http://127.0.0.1', {
  jwks: { keys: [{ ...key, kid: 'bench', use: 'sig', ...sign } as JWK] },
  clients: [
    {
      client_id: 'bench',
      client_secret: 'sandbox-secret',
      grant_types: ['password', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
      redirect_uris: [],
      response_types: [],
    },
  ],
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: false },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      getResourceServerInfo: () => ({ scope: 'bench', audience: resource, accessTokenFormat: 'jwt', jwt: { sign } }),
    },
  },
})

provider.registerGrantType(
  'password',
  async (ctx) => {
    const { client, params, provider: own } = ctx.oidc
    const { username, password } = params as Record<string, unknown> as { username: string; password: string }
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const answer = await users.request({ method: 'GET', path: '/authenticate', headers: { authorization } })
    await answer.body.dump()
    if (answer.statusCode !== 200 || !client) throw new errors.InvalidGrant('refused')

    const grant = new own.Grant({ accountId: username, clientId: client.clientId })
    grant.addResourceScope(resource, 'bench')
    if (params?.scope === 'openid') grant.addOIDCScope('openid')
    const grantId = await grant.save()
    if (params?.scope === 'openid') {
      // For introspection and userinfo, which do not take signed tokens.
      const opaque = new own.AccessToken({
        accountId: username,
        client,
        grantId,
        gty: 'password',
        scope: 'openid',
      } as never)
      ctx.body = { access_token: await opaque.save(), token_type: 'Bearer' }
      return
    }
    const info = { scope: 'bench', audience: resource, accessTokenFormat: 'jwt' as const, jwt: { sign } }
    const token = new own.AccessToken({
      accountId: username,
      client,
      grantId,
      gty: 'password',
      scope: 'bench',
    } as never)
    token.resourceServer = new own.ResourceServer(resource, info)
    token.scope = 'bench'
    const refresh = new own.RefreshToken({
      accountId: username,
      client,
      grantId,
      gty: 'password',
      scope: 'bench',
      resource,
    } as never)
    ctx.body = {
      token_type: 'Bearer',
      access_token: await token.save(),
      scope: 'bench',
      expires_in: token.expiration,
      refresh_token: await refresh.save(),
    }
  },
  ['username', 'password', 'scope'],
)

const server = createServer(provider.callback())
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready at ${(server.address() as AddressInfo).port}\n`))
process.on('SIGTERM', () => process.exit(0))
