import test from 'ava'
import { openServer, settings } from './_support/server.ts'

const path = '/ibmmq/rest/v2/admin/qmgr'

function errorOf(reply: { json: { error: { msgId: string; message: string }[] } }) {
  return reply.json.error[0] as { msgId: string; message: string }
}

test('lists queue managers to a user with a role, with the headers that every answer has', async (t) => {
  const { call } = await openServer(t)
  const reply = await call('GET', path, { user: 'mqreader:mqreader' })
  t.is(reply.status, 200)
  t.deepEqual(reply.json, { qmgr: [{ name: 'QM1', state: 'running' }] })
  t.like(reply.headers, {
    'content-type': 'application/json; charset=utf-8',
    'x-xss-protection': '1;mode=block',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-cache, no-store, must-revalidate',
  })
  t.is(reply.headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
})

test('speaks both dialects in all versions, with and without a slash at the end', async (t) => {
  const { call } = await openServer(t)
  for (const dialect of ['ibmmq', 'vendormq']) {
    for (const version of ['v1', 'v2', 'v3']) {
      const reply = await call('GET', `/${dialect}/rest/${version}/admin/qmgr/`, { user: 'mqadmin:mqadmin' })
      t.is(reply.status, 200)
    }
  }
})

test('responds alike to no credentials, a wrong password and an unknown user', async (t) => {
  const { call } = await openServer(t)
  const replies = await Promise.all([
    call('GET', path),
    call('GET', path, { user: 'mqadmin:wrong' }),
    call('GET', path, { user: 'stranger:mqadmin' }),
    call('GET', path, { headers: { authorization: 'Bearer x' } }),
  ])
  for (const reply of replies) {
    t.is(reply.status, 401)
    t.deepEqual(reply.json, replies[0]?.json)
    t.is(reply.headers['www-authenticate'], undefined)
  }
  t.like(errorOf(replies[0] as never), {
    msgId: 'MQWB0104E',
    type: 'rest',
    completionCode: 0,
    reasonCode: 0,
    message: `MQWB0104E: The REST API request to '${path}' is not authenticated.`,
  })
})

test('requires the CSRF header of the dialect with any value for changes', async (t) => {
  const { call } = await openServer(t)
  const post = (dialect: string, headers: Record<string, string>) =>
    call('POST', `/${dialect}/rest/v2/admin/action/qmgr/QM1/mqsc`, {
      user: 'mqadmin:mqadmin',
      csrf: false,
      body: '{"type":"runCommand","parameters":{"command":"PING QMGR"}}',
      headers: { 'content-type': 'application/json', ...headers },
    })

  const refused = await post('ibmmq', {})
  t.is(refused.status, 403)
  t.is(errorOf(refused).msgId, 'MQWB0100E')
  t.regex(errorOf(refused).message, /ibm-mq-rest-csrf-token/)
  t.is((await post('vendormq', { 'ibm-mq-rest-csrf-token': 'x' })).status, 403)

  t.is((await post('ibmmq', { 'ibm-mq-rest-csrf-token': '' })).status, 200)
  t.is((await post('vendormq', { 'vendor-mq-rest-csrf-token': 'anything' })).status, 200)
})

for (const method of ['POST', 'PATCH', 'DELETE']) {
  test(`${method} without an Origin header needs the CSRF header as well`, async (t) => {
    const { call } = await openServer(t)
    const collection = '/ibmmq/rest/v1/admin/qmgr/QM1/queue'
    const target = method === 'POST' ? collection : `${collection}/DEV.QUEUE.1`
    const response = await call(method, target, { user: 'mqadmin:mqadmin', csrf: false, body: '{}' })
    t.is(response.status, 403)
    t.is(errorOf(response).msgId, 'MQWB0100E')
  })
}

test('mqRestCsrfValidation=false leaves only the CSRF header out of the checks', async (t) => {
  const { call } = await openServer(t, { xml: settings('<variable name="mqRestCsrfValidation" value="false"/>') })
  const post = (user: string, headers: Record<string, string> = {}) =>
    call('POST', '/ibmmq/rest/v2/admin/action/qmgr/QM1/mqsc', {
      user,
      csrf: false,
      body: '{"type":"runCommand","parameters":{"command":"PING QMGR"}}',
      headers: { 'content-type': 'application/json', ...headers },
    })
  const admin = 'mqadmin:mqadmin'
  t.is((await post(admin)).status, 200)
  t.is((await post(admin, { 'ibm-mq-rest-csrf-token': '' })).status, 200)
  const rejected = [
    await post('mqadmin:wrong'),
    await post('mqreader:mqreader'),
    await post(admin, { origin: 'https://evil.example' }),
    await post(admin, { 'sec-fetch-site': 'cross-site' }),
  ].map((response) => [response.status, errorOf(response).msgId])
  t.deepEqual(rejected, [
    [401, 'MQWB0104E'],
    [403, 'MQWB0108E'],
    [403, 'MQWB0114E'],
    [403, 'MQWB0114E'],
  ])
})

test('looks at the credentials before the CSRF header, and at that before the role and the resource', async (t) => {
  const { call } = await openServer(t)
  const put = '/ibmmq/rest/v2/messaging/qmgr/NONE/queue/NONE/message'
  const ids = [
    await call('POST', put, { csrf: false }),
    await call('POST', put, { user: 'mqadmin:mqadmin', csrf: false }),
    await call('POST', put, { user: 'mqadmin:mqadmin' }),
    await call('POST', put, { user: 'app:passw0rd', headers: { 'content-type': 'text/plain' } }),
  ].map((reply) => [reply.status, errorOf(reply).msgId])
  t.deepEqual(ids, [
    [401, 'MQWB0104E'],
    [403, 'MQWB0100E'],
    [403, 'MQWB0108E'],
    [404, 'MQWB0300E'],
  ])
})

test('names the roles that would have been enough', async (t) => {
  const { call } = await openServer(t)
  const { status, json } = await call('GET', path, { user: 'nobody:nothing' })
  t.is(status, 403)
  t.is(
    json.error[0].message,
    "MQWB0108E: The authenticated principal 'nobody' is not granted access to any of the required roles: " +
      "'MQWebAdmin', 'MQWebAdminRO', 'MQWebUser'.",
  )
})

test('does not tell a stranger what exists', async (t) => {
  const { call } = await openServer(t)
  t.is((await call('GET', '/ibmmq/rest/v2/nothing')).status, 401)
  t.is((await call('DELETE', path)).status, 401)
})

test('answers what does not exist, and methods that a resource does not have', async (t) => {
  const { call } = await openServer(t)
  const user = 'mqadmin:mqadmin'

  for (const unknown of ['v2/nothing', 'v4/admin/qmgr', 'v2/admin/qmgr/QM1/queue', 'v1/admin/QMGR', '']) {
    const reply = await call('GET', `/ibmmq/rest/${unknown}`, { user })
    t.is(reply.status, 404, unknown)
    t.is(errorOf(reply).msgId, 'MQWB0010E')
  }
  const refused = await call('DELETE', path, { user })
  t.is(refused.status, 405)
  t.is(errorOf(refused).msgId, 'MQWB2005E')
  t.is(refused.headers.allow, 'GET, HEAD')
})

test('refuses a path that cannot be decoded', async (t) => {
  const { call } = await openServer(t)
  const reply = await call('GET', '/ibmmq/rest/v2/admin/qmgr/%zz', { user: 'mqadmin:mqadmin' })
  t.is(reply.status, 400)
  t.is(errorOf(reply).msgId, 'MQWB0011E')
})

test('accepts everyone when security is disabled, as the user who started the server', async (t) => {
  const open = '<server><featureManager><feature>apiDiscovery-1.0</feature></featureManager></server>'
  const { call, logged } = await openServer(t, { xml: open, commands: ['DEFINE QLOCAL(Q)'] })
  t.is((await call('GET', path)).status, 200)
  const put = await call('POST', '/ibmmq/rest/v1/messaging/qmgr/QM1/queue/Q/message', {
    headers: { 'content-type': 'text/plain' },
    body: 'hello',
  })
  t.is(put.status, 201)
  t.true(logged.some(({ msg }) => /security is disabled/.test(msg)))
})

test('rejects everyone while no registry is configured', async (t) => {
  const { call } = await openServer(t, { xml: '<server/>' })
  t.is((await call('GET', path)).status, 401)
  t.is((await call('GET', path, { user: 'mqadmin:mqadmin' })).status, 401)
})

test('gives roles that are bound to everyone without credentials, and no others', async (t) => {
  const everyone = `<enterpriseApplication id="com.ibm.mq.rest"><application-bnd>
    <security-role name="MQWebAdminRO"><special-subject type="EVERYONE"/></security-role>
  </application-bnd></enterpriseApplication>`
  const { call } = await openServer(t, { xml: settings('', everyone) })
  t.is((await call('GET', path)).status, 200)
  t.is((await call('POST', '/ibmmq/rest/v1/admin/qmgr/QM1/queue', { body: '{"name":"Q"}' })).status, 401)
})

test('applies a changed file while it runs, and keeps the previous settings when it is invalid', async (t) => {
  const { call, configure, logged } = await openServer(t)
  const user = 'mqadmin:mqadmin'
  t.is((await call('GET', path, { user })).status, 200)

  await configure(settings('<variable name="httpsPort" value="much"/>'))
  t.is((await call('GET', path, { user })).status, 200)
  t.true(
    logged.some(
      ({ level, msg }) => level === 'error' && /previous settings stay in use: mqwebuser.xml:\d+ httpsPort/.test(msg),
    ),
  )

  await configure(settings().replace(/name="mqadmin" password="[^"]+"/, 'name="mqadmin" password="other"'))
  t.is((await call('GET', path, { user })).status, 401)
  t.is((await call('GET', path, { user: 'mqadmin:other' })).status, 200)
})

test('serves pages of allowed origins, and preflight requests without credentials', async (t) => {
  const xml = settings('<variable name="mqRestCorsAllowedOrigins" value="https://a.example, https://b.example:8443"/>')
  const { call } = await openServer(t, { xml })
  const origin = 'https://b.example:8443'

  const preflight = await call('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST' } })
  t.is(preflight.status, 200)
  t.like(preflight.headers, {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-max-age': '0',
  })
  t.regex(String(preflight.headers['access-control-allow-headers']), /ibm-mq-rest-csrf-token/)

  const reply = await call('GET', path, { user: 'mqadmin:mqadmin', headers: { origin } })
  t.is(reply.headers['access-control-allow-origin'], origin)
  const other = await call('GET', path, { user: 'mqadmin:mqadmin', headers: { origin: 'https://evil.example' } })
  t.is(other.headers['access-control-allow-origin'], undefined)
})

test('rejects pages of other origins unless configured', async (t) => {
  const { call } = await openServer(t)
  const origin = 'https://a.example'
  const preflight = await call('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'GET' } })
  t.is(preflight.status, 401)
  t.is(preflight.headers['access-control-allow-origin'], undefined)
})
