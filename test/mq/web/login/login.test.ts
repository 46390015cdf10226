import test from 'ava'
import { openServer, settings } from '../_support/server.ts'

const login = '/ibmmq/rest/v2/login'

function credentials(username: unknown, password: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password }), csrf: false }
}

function cookieOf(reply: { headers: Record<string, string | string[] | undefined> }): string {
  return String(([reply.headers['set-cookie']].flat() as string[])[0]).split(';', 1)[0] as string
}

test('hands out a cookie that stands for the user', async (t) => {
  const { call } = await openServer(t)
  const reply = await call('POST', login, credentials('mqreader', 'mqreader'))
  t.is(reply.status, 204)
  t.is(reply.text, '')
  t.regex(
    String(reply.headers['set-cookie']),
    /^LtpaToken2_\d+=[\w-]{40,}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  )

  const headers = { cookie: cookieOf(reply) }
  t.is((await call('GET', '/ibmmq/rest/v2/admin/qmgr', { headers })).status, 200)
  const who = await call('GET', login, { headers })
  t.deepEqual(who.json, { user: [{ name: 'mqreader', role: ['MQWebAdminRO'] }] })
})

for (const base of [login, '/vendormq/rest/v1/login', '/ibmmq/console/api/v1/login']) {
  test(`POST ${base} with Basic credentials and no body is a login`, async (t) => {
    const { call } = await openServer(t, { console: true })
    const reply = await call('POST', base, { user: 'mqreader:mqreader', csrf: false })
    t.is(reply.status, 204)
    const who = await call('GET', login, { headers: { cookie: cookieOf(reply) } })
    t.deepEqual(who.json, { user: [{ name: 'mqreader', role: ['MQWebAdminRO'] }] })
    t.is((await call('POST', base, { user: 'mqreader:x' })).status, 401)
    t.is((await call('POST', base, {})).status, 400)
    const body = JSON.stringify({ username: 'app', password: 'passw0rd' })
    const both = await call('POST', base, { user: 'mqreader:mqreader', body })
    t.like((await call('GET', login, { headers: { cookie: cookieOf(both) } })).json, { user: [{ name: 'app' }] })
  })
}

test('shows the kind of authentication in v1', async (t) => {
  const { call } = await openServer(t)
  const reply = await call('GET', '/ibmmq/rest/v1/login', { user: 'mqadmin:mqadmin' })
  t.deepEqual(reply.json, { user: [{ name: 'mqadmin', role: ['MQWebAdmin'], authenticationMechanism: 'basic' }] })
})

test('lets a user without any role sign in, and do nothing', async (t) => {
  const { call } = await openServer(t)
  const reply = await call('POST', login, credentials('nobody', 'nothing'))
  t.is(reply.status, 204)
  const headers = { cookie: cookieOf(reply) }
  t.deepEqual((await call('GET', login, { headers })).json, { user: [{ name: 'nobody', role: [] }] })
  t.is((await call('GET', '/ibmmq/rest/v2/admin/qmgr', { headers })).status, 403)
})

for (const [title, body, status, id] of [
  ['a wrong password', credentials('mqadmin', 'x'), 401, 'MQWB0104E'],
  ['an unknown user', credentials('x', 'mqadmin'), 401, 'MQWB0104E'],
  ['no user name', credentials(undefined, 'x'), 400, 'MQWB0016E'],
  ['a password that is no string', credentials('mqadmin', 1), 400, 'MQWB0016E'],
  ['no JSON', { ...credentials('', ''), body: '{' }, 400, 'MQWB2004E'],
  ['no object', { ...credentials('', ''), body: '[]' }, 400, 'MQWB2004E'],
  ['no body', { ...credentials('', ''), body: '' }, 400, 'MQWB2004E'],
  [
    'a form',
    { ...credentials('', ''), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    415,
    'MQWB2006E',
  ],
] as const) {
  test(`refuses a login with ${title}`, async (t) => {
    const { call } = await openServer(t)
    const reply = await call('POST', login, body)
    t.is(reply.status, status)
    t.is(reply.json.error[0].msgId, id)
    t.is(reply.headers['set-cookie'], undefined)
  })
}

test('makes every copy of the token useless at a logout', async (t) => {
  const { call } = await openServer(t)
  const cookie = cookieOf(await call('POST', login, credentials('mqadmin', 'mqadmin')))
  t.is((await call('DELETE', login, { headers: { cookie }, csrf: false })).status, 403)

  const reply = await call('DELETE', login, { headers: { cookie } })
  t.is(reply.status, 204)
  t.regex(String(reply.headers['set-cookie']), /^LtpaToken2_\d+=""; Expires=Thu, 01 Jan 1970/)

  const late = await call('GET', login, { headers: { cookie } })
  t.is(late.status, 401)
  t.is(late.json.error[0].msgId, 'MQWB0112E')
  t.regex(
    late.json.error[0].message,
    /^MQWB0112E: The 'LtpaToken2_\d+' authentication token cookie failed verification\.$/,
  )
  t.regex(String(late.headers['set-cookie']), /1970/)
})

test('falls back to the credentials of a request whose cookie means nothing', async (t) => {
  const { call } = await openServer(t, { xml: settings('<variable name="ltpaCookieName" value="LtpaToken2"/>') })
  const headers = { cookie: 'LtpaToken2=stale' }
  t.is((await call('GET', login, { headers })).status, 401)
  t.is((await call('GET', login, { headers, user: 'mqadmin:mqadmin' })).status, 200)
})

test('names the cookie, and leaves Secure out, as the properties say', async (t) => {
  const xml = settings('<variable name="ltpaCookieName" value="Token"/><variable name="secureLtpa" value="false"/>')
  const { call } = await openServer(t, { xml })
  const reply = await call('POST', login, credentials('mqadmin', 'mqadmin'))
  t.regex(String(reply.headers['set-cookie']), /^Token=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/)
})

test('ends the sessions of a user who is removed from the registry', async (t) => {
  const { call, configure } = await openServer(t, { xml: settings('<variable name="ltpaCookieName" value="Token"/>') })
  const headers = { cookie: cookieOf(await call('POST', login, credentials('mqreader', 'mqreader'))) }
  t.is((await call('GET', login, { headers })).status, 200)
  await configure(
    settings('<variable name="ltpaCookieName" value="Token"/>').replace(/<user name="mqreader" password[^>]*>/, ''),
  )
  t.is((await call('GET', login, { headers })).status, 401)
})
