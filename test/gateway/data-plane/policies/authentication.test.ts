import test, { type ExecutionContext } from 'ava'
import { openLastingState } from '../../../../src/gateway/data-plane/index.ts'
import { eventually } from '../../../_support/eventually.ts'
import { findGatewayProblems } from '../../_support/tables.ts'
import { api, catalog, config, operation, step } from '../_support/documents.ts'
import { bodyOf, startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'

/** A gateway whose `invoke` has `authenticate`, before a backend that accepts what `accepts` returns true for. */
async function start(
  t: ExecutionContext,
  authenticate: object,
  accepts: (credential: string) => boolean,
  clock = () => 0,
  lasting = openLastingState(),
) {
  const seen: string[] = []
  const backend = await startBackend(async (request, response) => {
    const body = await bodyOf(request)
    const credential = String(request.headers.authorization ?? request.headers.cookie ?? request.headers['x-key'])
    seen.push(credential)
    response.statusCode = accepts(credential) ? 200 : 401
    response.end(body)
  })
  t.teardown(() => backend.close())
  const execute = [step('invoke', { 'target-url': '$(upstream)/x', authenticate })]
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const gateway = await startGateway(
    config(catalog([api(backend.url, { operations, assembly: { execute, catch: [], finally: [] } })])),
    { clock, lasting },
  )
  t.teardown(() => gateway.close())
  return { seen, gateway, call: (init?: RequestInit) => fetch(gateway.url + path, init) }
}

/** An authorization server that issues numbered tokens. `state.status` other than 200 makes it fail. */
async function startIssuer(t: ExecutionContext) {
  const state = { status: 200, requests: [] as string[], hold: undefined as Promise<unknown> | undefined }
  const server = await startBackend(async (request, response) => {
    const text = `${request.headers.authorization} ${await bodyOf(request)}`
    const number = state.requests.push(text)
    await state.hold
    response.statusCode = state.status
    const token = { access_token: `t${number}`, token_type: 'Bearer', expires_in: 100 }
    response.end(JSON.stringify(state.status === 200 ? token : { error: 'invalid_client' }))
  })
  t.teardown(() => server.close())
  return {
    state,
    settings: { token: { url: `${server.url}/token`, 'client-id': 'a b', 'client-secret': 's:+' } },
    server,
  }
}

test('authenticate sets Basic credentials or a header in place of those of the caller', async (t) => {
  const headers = { authorization: 'Bearer of-the-caller', 'x-key': 'of-the-caller' }
  const basic = await start(t, { basic: { username: 'gw', password: 'p:w' } }, () => true)
  await basic.call({ headers })
  t.deepEqual(basic.seen, [`Basic ${btoa('gw:p:w')}`])

  const header = await start(t, { header: { name: 'X-Key', value: 'k1' } }, () => true)
  await header.call({ headers: { 'x-key': 'of-the-caller' } })
  t.deepEqual(header.seen, ['k1'])
})

test('one token is fetched for calls that wait, and renewed before it expires', async (t) => {
  let now = 0
  const { state, settings } = await startIssuer(t)
  const { seen, call } = await start(
    t,
    settings,
    () => true,
    () => now,
  )
  await Promise.all(Array.from({ length: 5 }, () => call()))
  t.deepEqual(seen, Array(5).fill('Bearer t1'))
  t.deepEqual(state.requests, [`Basic ${btoa('a+b:s%3A%2B')} grant_type=client_credentials`], 'RFC 6749 section 2.3.1')

  const held = Promise.withResolvers<void>()
  state.hold = held.promise
  now = 85_000
  await call()
  t.is(seen.at(-1), 'Bearer t1', 'a call does not wait for the renewal')
  held.resolve()
  now = 100_000
  await call()
  t.is(seen.at(-1), 'Bearer t2')
})

test('a rejected token is fetched anew once, and the request sent again unless its body has streamed', async (t) => {
  const { state, settings } = await startIssuer(t)
  const { seen, call } = await start(t, settings, (credential) => credential === 'Bearer t2')
  t.is((await call()).status, 200)
  t.deepEqual(seen, ['Bearer t1', 'Bearer t2'])
  t.is(state.requests.length, 2)

  const never = await start(t, settings, () => false)
  t.is((await never.call()).status, 401)
  t.is((await never.call()).status, 401)
  t.is(never.seen.length, 3, 'the second call fetches no other token')
  const streamed = await start(t, settings, () => false)
  t.is((await streamed.call({ method: 'POST', body: 'x' })).status, 401, 'a streamed body is gone')
})

test('an issuer that refuses is 502, one that fails 503 with Retry-After, with words in the log', async (t) => {
  const { state, settings, server } = await startIssuer(t)
  const { gateway, call } = await start(t, settings, () => true)
  state.status = 401
  const refused = await call({ method: 'POST', body: 'x' })
  t.is(refused.status, 502)
  const record = await gateway.recordOf(refused)
  t.is(record.reason, 'upstream_unauthenticated')
  t.regex(record.detail ?? '', /refused the credentials of the gateway with status 401 \(invalid_client\)/)

  const other = await start(t, settings, () => true)
  await server.close()
  const unavailable = await other.call()
  t.is(unavailable.status, 503)
  t.is(unavailable.headers.get('retry-after'), '5')
  t.regex((await other.gateway.recordOf(unavailable)).detail ?? '', /issues no credentials for the API: /)
})

test('a caller that leaves while the token is fetched ends its call', async (t) => {
  const { state, settings } = await startIssuer(t)
  const held = Promise.withResolvers<void>()
  state.hold = held.promise
  const { seen, gateway, call } = await start(t, settings, () => true)
  const leaving = new AbortController()
  const aborted = call({ signal: leaving.signal, method: 'POST', body: 'x' })
  await eventually(async () => state.requests[0])
  leaving.abort()
  await t.throwsAsync(aborted)
  t.is((await gateway.recorded())[0]?.reason, 'client_gone')
  held.resolve()
  t.is((await call()).status, 200)
  t.deepEqual(seen, ['Bearer t1'])
})

test('the LTPA cookie of a login is sent, and renewed after a 401', async (t) => {
  let logins = 0
  const server = await startBackend(async (request, response) => {
    const csrf = request.headers['ibm-mq-rest-csrf-token']
    const { username, password } = JSON.parse(await bodyOf(request))
    const isRight = username === 'mq' && password === 'pw' && csrf !== undefined
    logins += 1
    response.writeHead(isRight ? 204 : 401, { 'set-cookie': [`LtpaToken2_x=c${logins}; Path=/; HttpOnly`, 'other=1'] })
    response.end()
  })
  t.teardown(() => server.close())
  const ltpa = { url: `${server.url}/ibmmq/rest/v3/login`, username: 'mq', password: 'pw' }
  const { seen, call } = await start(t, { ltpa }, (credential) => credential === 'LtpaToken2_x=c2')
  t.is((await call({ headers: { authorization: 'Bearer caller' } })).status, 200)
  t.deepEqual(seen, ['LtpaToken2_x=c1', 'LtpaToken2_x=c2'])
})

test('credentials that depend on the call, and two kinds of credentials, are problems of the document', (t) => {
  const problemsOf = (settings: object) => {
    const execute = [step('invoke', { 'target-url': 'http://h', ...settings })]
    return findGatewayProblems(config(catalog([api('http://h', { assembly: { execute, catch: [], finally: [] } })])))
  }
  const basic = { username: '$(request.headers.x)', password: '' }
  t.regex(problemsOf({ authenticate: { basic } })[0]?.message ?? '', /may not depend on the call/)
  const both = { username: 'a', authenticate: { header: { name: 'X', value: 'y' } } }
  t.regex(problemsOf(both)[0]?.message ?? '', /both username and authenticate/)
  t.regex(problemsOf({ authenticate: { header: { name: 'X', value: 'a\nb' } } })[0]?.message ?? '', /no line breaks/)
})

test('a token stays in use when other documents are put to use, also while no other one can be had', async (t) => {
  const { state, settings } = await startIssuer(t)
  const lasting = openLastingState()
  const before = await start(t, settings, () => true, undefined, lasting)
  t.is((await before.call()).status, 200)
  state.status = 503
  const after = await start(t, settings, () => true, undefined, lasting)
  t.is((await after.call()).status, 200)
  t.deepEqual([...before.seen, ...after.seen], ['Bearer t1', 'Bearer t1'])
  const other = await start(t, { token: { ...settings.token, scope: 'more' } }, () => true, undefined, lasting)
  t.is((await other.call()).status, 503)
})
