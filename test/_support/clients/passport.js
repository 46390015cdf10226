/**
 * A web application that signs users in with passport-openidconnect. It prints where the browser goes, reads where the provider sends
 * it back, and ends with status 0 once the user is known and the access token opens the API.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import Strategy from 'passport-openidconnect'

const [gateway, callbackURL, clientID, clientSecret] = process.argv.slice(2)
const issuer = `${gateway}/acme/sandbox/customer-oauth`
const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
const session = {}

const strategy = new Strategy(
  {
    issuer: metadata.issuer,
    authorizationURL: metadata.authorization_endpoint,
    tokenURL: metadata.token_endpoint,
    userInfoURL: metadata.userinfo_endpoint,
    clientID,
    clientSecret,
    callbackURL,
    scope: ['customer'],
    nonce: true,
  },
  // Nine parameters: passport-openidconnect counts them, and reads userinfo.
  (iss, shown, fromToken, _context, _idToken, accessToken, _refreshToken, _parameters, done) =>
    done(null, { iss, shown, fromToken, accessToken }),
)

/** Runs the strategy for one request, as passport does: what it decides arrives by methods of a copy. */
function authenticate(query) {
  return new Promise((redirect, reject) => {
    const fail = (info) => reject(new Error(info?.message ?? 'the sign-in failed'))
    const methods = { redirect, success: redirect, fail, error: reject }
    Object.assign(Object.create(strategy), methods).authenticate({ query, session }, {})
  })
}

console.log(await authenticate({}))
const [line] = await once(createInterface(process.stdin), 'line')
const returned = Object.fromEntries(new URL(line).searchParams)

const user = await authenticate(returned)
assert.equal(user.iss, metadata.issuer)
assert.equal(user.fromToken.id, 'alice')
assert.equal(user.shown.id, 'alice')
const headers = { authorization: `Bearer ${user.accessToken}` }
const call = await fetch(`${gateway}/acme/sandbox/customerdb/v1/customers`, { headers })
assert.equal(call.status, 200)
process.exit(0)
