/** Rich authorization requests over HTTP: RFC 9396. */
import test, { type ExecutionContext } from 'ava'
import { decodeJwt } from 'jose'
import { authorizeUrl, openBrowser, proof, redemption } from '../_support/browser.ts'
import { applications } from '../_support/documents.ts'
import { app, managed } from '../_support/features.ts'
import { passwordForm, post, run } from '../_support/provider.ts'

const payment = { type: 'payment', actions: ['read', 'pay'], account: 'DE02' }
const text = (...details: object[]) => JSON.stringify(details)

function open(t: ExecutionContext) {
  const types = new Map([
    [
      'payment',
      { title: 'Your payments', actions: new Set(['read', 'pay']), required: ['account'], clients: new Set(['app']) },
    ],
  ])
  return run(t, { settings: { ...managed, authorizationDetails: types } })
}

async function authorize(t: ExecutionContext, details: string) {
  const running = await open(t)
  const browser = openBrowser(running.baseUrl)
  const { verifier, challenge } = proof()
  const login = await browser.get(authorizeUrl(running, challenge, { authorization_details: details }))
  return { running, browser, verifier, login }
}

async function redeem(t: ExecutionContext, asked: Record<string, string> = {}) {
  const { running, browser, verifier, login } = await authorize(t, text(payment))
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  t.regex(consent.text, /Your payments/)
  t.regex(consent.text, /DE02/)
  const done = await browser.submit(consent, { decision: 'allow' })
  return { running, ...(await running.post({ ...redemption(done.url, verifier), ...asked })) }
}

test('an owner sees the details, and the tokens have them, also after a refresh and at introspection', async (t) => {
  const { running, body } = await redeem(t)
  t.deepEqual(decodeJwt(body.access_token).authorization_details, [payment])
  t.deepEqual(body.authorization_details, [payment])
  const client = { client_id: 'web-app', client_secret: 'web-app-secret' }
  const refreshed = await running.post({ ...client, grant_type: 'refresh_token', refresh_token: body.refresh_token })
  t.deepEqual(decodeJwt(refreshed.body.access_token).authorization_details, [payment])
  const seen = await post(`${running.issuer}/oauth2/introspect`, { ...client, token: body.access_token })
  t.deepEqual(seen.body.authorization_details, [payment])
})

test('a token request gets less, and never more, than was granted', async (t) => {
  const less = { ...payment, actions: ['read'] }
  t.deepEqual(
    decodeJwt((await redeem(t, { authorization_details: text(less) })).body.access_token).authorization_details,
    [less],
  )
  for (const more of [
    { ...payment, account: 'DE03' },
    { ...payment, actions: undefined },
  ]) {
    const { status, body } = await redeem(t, { authorization_details: text(more) })
    t.is(status, 400)
    t.is(body.error, 'invalid_authorization_details')
  }
})

for (const [title, details] of [
  ['an unknown type', text({ type: 'other' })],
  ['an action that the type lacks', text({ ...payment, actions: ['erase'] })],
  ['no required member', text({ type: 'payment' })],
  ['actions that are no list', text({ ...payment, actions: 'read' })],
  ['a very long detail', text({ ...payment, note: 'x'.repeat(4100) })],
  ['text that is no JSON', '[{'],
] as const) {
  test(`refuses ${title}`, async (t) => {
    const { login } = await authorize(t, details)
    t.is(new URL(login.url).searchParams.get('error'), 'invalid_authorization_details')
  })
}

test('a client that acts for itself has details, and a provider without types refuses none of its requests', async (t) => {
  const running = await open(t)
  const form = { ...app, grant_type: 'client_credentials', scope: 'customer', authorization_details: text(payment) }
  t.deepEqual(decodeJwt((await running.post(form)).body.access_token).authorization_details, [payment])
  t.is(decodeJwt((await (await run(t)).post(form)).body.access_token).authorization_details, undefined)
})

const queues = { type: 'mq', actions: ['put'], locations: ['QM1/ORDERS.*'] }

function openWithQueues(t: ExecutionContext, setup: Parameters<typeof run>[1] = {}) {
  const authorizationDetails = new Map([
    ['mq', { title: 'Queues', actions: undefined, required: [], clients: new Set(['app']) }],
  ])
  const scopes = new Map([
    ['customer', 'Access'],
    ['mq.put', 'Put messages on queues'],
  ])
  return run(t, { ...setup, settings: { ...managed, scopes, authorizationDetails } })
}

test('details of queues are described in words, and stand for scopes of the token', async (t) => {
  const running = await openWithQueues(t)
  const browser = openBrowser(running.baseUrl)
  const { verifier, challenge } = proof()
  const login = await browser.get(authorizeUrl(running, challenge, { authorization_details: text(queues) }))
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  t.regex(consent.text, /Put messages on queues: ORDERS\.\* of queue manager QM1 only/)
  const done = await browser.submit(consent, { decision: 'allow' })
  const { body } = await running.post(redemption(done.url, verifier))
  t.deepEqual(decodeJwt(body.access_token).authorization_details, [queues])
  const verified = await running.provider.verify(body.access_token)
  t.true('scopes' in verified && verified.scopes.has('mq.put:QM1/ORDERS.*'))
})

for (const [title, detail, words] of [
  ['without a queue', { ...queues, locations: ['QM1'] }, /need actions such as put/],
  ['without locations', { type: 'mq', actions: ['put'] }, /need actions such as put/],
  ['of a scope that the provider lacks', { ...queues, actions: ['get'] }, /stand for the scope mq\.get:QM1/],
] as const) {
  test(`details of queues ${title} are refused`, async (t) => {
    const running = await openWithQueues(t)
    const form = { ...app, grant_type: 'client_credentials', scope: 'customer', authorization_details: text(detail) }
    const { status, body } = await running.post(form)
    t.like({ status, error: body.error }, { status: 400, error: 'invalid_authorization_details' })
    t.regex(body.error_description, words)
  })
}

test('details of queues stay within the token ceiling of the application', async (t) => {
  const location = { file: 'app.yaml', line: 1, column: 1 }
  const tokenCeiling = { scopes: ['customer', 'mq.put:QM1/ORDERS.A'], location }
  const running = await openWithQueues(t, { applications: applications.map((each) => ({ ...each, tokenCeiling })) })
  const ask = (place: string) => {
    const details = text({ ...queues, locations: [place] })
    return running.post({ ...app, grant_type: 'client_credentials', scope: 'customer', authorization_details: details })
  }
  t.is((await ask('QM1/ORDERS.A')).status, 200)
  const { status, body } = await ask('QM1/ORDERS.*')
  t.like({ status, error: body.error }, { status: 400, error: 'invalid_scope' })
})

test('a client that the type does not name gets no details without an owner', async (t) => {
  const running = await open(t)
  const other = { client_id: 'machine-app', client_secret: 'machine-app-secret', scope: 'customer' }
  const form = { ...other, grant_type: 'client_credentials', authorization_details: text(payment) }
  const { status, body } = await running.post(form)
  t.like({ status, error: body.error }, { status: 400, error: 'invalid_authorization_details' })
  t.regex(body.error_description, /does not name this application under clients/)
})

test('the password grant refuses details in words', async (t) => {
  const running = await open(t)
  const { status, body } = await running.post({ ...passwordForm, authorization_details: text(payment) })
  t.like({ status, error: body.error }, { status: 400, error: 'invalid_authorization_details' })
  t.is((await (await run(t)).post({ ...passwordForm, authorization_details: text(payment) })).status, 200)
})
