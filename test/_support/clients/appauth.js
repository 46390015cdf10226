/**
 * A native application that signs users in with AppAuth and its parts for Node. It prints where the browser goes, reads where the
 * provider sends it back, and ends with status 0 once its tokens open the API, are refreshed and revoked.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { registerHooks } from 'node:module'
import { createInterface } from 'node:readline'

// The modules of AppAuth name each other without extensions, which its users add with a bundler.
registerHooks({
  resolve(specifier, context, next) {
    const isOwn = specifier.startsWith('.') && context.parentURL?.includes('/@openid/appauth/')
    return next(isOwn && !specifier.endsWith('.js') ? `${specifier}.js` : specifier, context)
  },
})
const appauth = await import('@openid/appauth')
const { NodeCrypto } = await import('@openid/appauth/built/src/node_support/crypto_utils.js')
const { NodeRequestor } = await import('@openid/appauth/built/src/node_support/node_requestor.js')

appauth.setFlag('IS_LOG', false) // standard output has the URL only

const [gateway, redirect_uri, client_id, client_secret] = process.argv.slice(2)

/** The browser is on the other side of standard input; the one of AppAuth opens a window of the desktop. */
class LineHandler extends appauth.AuthorizationRequestHandler {
  performAuthorizationRequest(configuration, request) {
    this.result = request.setupCodeVerifier().then(async () => {
      process.stdout.write(`${this.buildRequestUrl(configuration, request)}\n`)
      const [line] = await once(createInterface(process.stdin), 'line')
      const { code, state } = Object.fromEntries(new URL(line).searchParams)
      return { request, response: new appauth.AuthorizationResponse({ code, state }), error: null }
    })
    return this.completeAuthorizationRequestIfPossible()
  }

  completeAuthorizationRequest() {
    return this.result
  }
}

const requestor = new NodeRequestor()
const issuer = `${gateway}/acme/sandbox/customer-oauth`
const configuration = await appauth.AuthorizationServiceConfiguration.fetchFromIssuer(issuer, requestor)
const authorization = new appauth.AuthorizationRequest(
  { client_id, redirect_uri, scope: 'openid customer', response_type: 'code' },
  new NodeCrypto(),
)
const handler = new LineHandler(new appauth.BasicQueryStringUtils(), new NodeCrypto())
const notifier = new appauth.AuthorizationNotifier()
handler.setAuthorizationNotifier(notifier)
const completed = Promise.withResolvers()
notifier.setAuthorizationListener((request, response) => completed.resolve({ request, response }))
handler.performAuthorizationRequest(configuration, authorization)
const { request, response } = await completed.promise
assert.equal(response.state, request.state)

const tokens = new appauth.BaseTokenRequestHandler(requestor)
const send = (parameters, extras = {}) => {
  const form = { client_id, redirect_uri, ...parameters, extras: { client_secret, ...extras } }
  return tokens.performTokenRequest(configuration, new appauth.TokenRequest(form))
}
const { code_verifier } = request.internal
const first = await send({ grant_type: appauth.GRANT_TYPE_AUTHORIZATION_CODE, code: response.code }, { code_verifier })
assert.ok(first.idToken)
assert.equal(await call(first), 200)
const second = await send({ grant_type: appauth.GRANT_TYPE_REFRESH_TOKEN, refresh_token: first.refreshToken })
assert.equal(await call(second), 200)

async function call({ accessToken }) {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await fetch(`${gateway}/acme/sandbox/customerdb/v1/customers`, { headers })).status
}
process.exit(0)
