import test from 'ava'
import { bindingsOf, openServer, settings } from './_support/server.ts'

const admin = 'mqadmin:mqadmin'
const both = bindingsOf('com.ibm.mq.rest') + bindingsOf('com.ibm.mq.console')
const rest = '/ibmmq/rest/v2'
const console = '/ibmmq/console/api/v1'

test('every response has headers against scripts, frames and sniffing, and for HTTPS', async (t) => {
  const { call } = await openServer(t, { xml: settings('', both), console: true })
  for (const [method, path, options] of [
    ['GET', `${rest}/admin/qmgr`, { user: admin }],
    ['GET', `${rest}/admin/qmgr`, {}],
    ['GET', `${rest}/nothing`, { user: admin }],
    ['DELETE', `${rest}/messaging/qmgr/QM1/queue/NONE/message`, { user: 'app:passw0rd' }],
    ['POST', `${rest}/login`, { body: '{' }],
    ['GET', `${console}/qmgr`, { user: admin }],
    ['GET', `${console}/login`, {}],
    ['POST', `${console}/login`, { headers: { origin: 'https://evil.example' } }],
    ['GET', '/', {}],
    ['GET', '/ibmmq/console', {}],
    ['GET', '/ibmmq/console/', {}],
    ['GET', '/ibmmq/console/none.js', {}],
    ['POST', '/ibmmq/console/', {}],
    ['GET', '/nothing', {}],
  ] as const) {
    const { headers, status } = await call(method, path, options)
    const policy = String(headers['content-security-policy'])
    const title = `${method} ${path} ${status}`
    t.regex(policy, /default-src 'none'/, title)
    t.notRegex(policy, /unsafe|\*|data:/, title)
    t.regex(policy, /frame-ancestors 'none'/, title)
    t.like(headers, { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' }, title)
    t.is(headers['strict-transport-security'], 'max-age=31536000', title)
  }
})

for (const [what, method, path, options] of [
  ['a log-in', 'POST', `${rest}/login`, { body: '{"username":"mqadmin","password":"mqadmin"}' }],
  ['a log-in to the console', 'POST', `${console}/login`, { body: '{"username":"mqadmin","password":"mqadmin"}' }],
  ['a put', 'POST', `${rest}/messaging/qmgr/QM1/queue/Q/message`, { user: 'app:passw0rd', body: 'x' }],
  ['a get', 'DELETE', `${rest}/messaging/qmgr/QM1/queue/Q/message`, { user: 'app:passw0rd' }],
  ['an alter', 'PATCH', '/ibmmq/rest/v1/admin/qmgr/QM1/queue/Q', { user: admin, body: '{}' }],
  ['an end', 'POST', `${console}/qmgr/QM1/end`, { user: admin }],
] as const) {
  test(`${what} that a page of another origin sends is refused, whatever other headers it carries`, async (t) => {
    const { call, web } = await openServer(t, { xml: settings('', both), console: true })
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${web.port}` },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = await call(method, path, { ...options, headers })
      t.is(refused.status, 403)
      t.is(refused.json.error[0].msgId, 'MQWB0114E')
      t.is(refused.headers['set-cookie'], undefined)
    }
    const own = { origin: `https://127.0.0.1:${web.port}`, 'sec-fetch-site': 'same-origin' }
    const served = await call(method, path, { ...options, headers: own })
    t.not(served.json?.error?.[0].msgId, 'MQWB0114E')
  })
}

test('an origin that CORS allows may change things by REST, and never behind the console', async (t) => {
  const origin = 'https://page.example'
  const xml = settings(`<variable name="mqRestCorsAllowedOrigins" value="${origin}"/>`, both)
  const { call } = await openServer(t, { xml, console: true })
  const body = '{"username":"mqadmin","password":"mqadmin"}'
  const headers = { origin, 'sec-fetch-site': 'cross-site' }
  t.is((await call('POST', `${rest}/login`, { headers, body })).status, 204)
  t.is((await call('POST', `${console}/login`, { headers, body })).status, 403)
})

test('a server with a plain HTTP port does not ask browsers for HTTPS alone', async (t) => {
  const { call } = await openServer(t, { xml: settings('<variable name="httpPort" value="0"/>') })
  const { headers } = await call('GET', `${rest}/admin/qmgr`, { user: admin })
  t.is(headers['strict-transport-security'], undefined)
})
