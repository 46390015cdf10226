import test from 'ava'
import type { RestRoute } from '../../src/mqweb/context/rest-context.ts'
import { restDialects, restVersions } from '../../src/mqweb/context/rest-dialect.ts'
import type { RestServices } from '../../src/mqweb/context/rest-services.ts'
import { createMessagingFastPath } from '../../src/mqweb/messaging-fast-path.ts'
import { restRoutes } from '../../src/mqweb/routes.ts'
import { openServer } from './_support/server.ts'

const user = 'app:passw0rd'
const commands = [
  'DEFINE QLOCAL(A)',
  "DEFINE QLOCAL('B/C')",
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  "SET AUTHREC PROFILE('**') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)",
]
const below = '/rest/v2/messaging/qmgr/QM1/queue'

for (const [title, path] of [
  ['as it usually is', `/ibmmq${below}/A/message`],
  ['in the other dialect', `/vendormq${below}/A/message`],
  ['with a slash at the end', `/ibmmq${below}/A/message/`],
  ['with an encoded letter', `/ibmmq${below}/%41/message`],
  ['with an encoded slash', `/ibmmq${below}/B%2FC/message`],
  ['with a query', `/ibmmq${below}/A/message?wait=0`],
  ['with an empty query', `/ibmmq${below}/A/message?`],
] as const) {
  test(`a message is found by its path ${title}`, async (t) => {
    const { call } = await openServer(t, { commands })
    const bare = path.split('?')[0] as string
    const put = await call('POST', bare, { user, headers: { 'content-type': 'text/plain' }, body: 'hello' })
    t.is(put.status, 201)
    const taken = await call('DELETE', path, { user })
    t.deepEqual([taken.status, taken.text], [200, 'hello'])
  })
}

for (const [method, path, status] of [
  ['PATCH', `/ibmmq${below}/A/message`, 405],
  ['POST', `/ibmmq${below}/A/messagelist`, 405],
  ['GET', `/ibmmq${below}/A/messages`, 404],
  ['GET', `/IBMMQ${below}/A/message`, 404],
  ['GET', '/ibmmq/rest/v4/messaging/qmgr/QM1/queue/A/message', 404],
  ['GET', `/ibmmq${below}/A%/message`, 400],
] as const) {
  test(`${method} ${path} is answered with ${status}`, async (t) => {
    const { call } = await openServer(t, { commands })
    t.is((await call(method, path, { user })).status, status)
  })
}

const services = {} as RestServices // the lookup does not use it
const handler = () => ({ status: 200 })

test('the fast path accepts the marked routes of the REST API, and no other', (t) => {
  const fastPath = createMessagingFastPath(restRoutes, services)
  for (const [method, template, versions, , , mark] of restRoutes) {
    const path = template.replace(/[:*]\w+/g, 'A')
    for (const { pathPrefix } of restDialects) {
      for (const { number } of restVersions) {
        const isAccepted = fastPath.accepts(method, `${pathPrefix}/v${number}${path}`)
        t.is(isAccepted, mark === 'fast path' && versions.includes(number), `${method} ${pathPrefix} ${path}`)
      }
    }
  }
  t.true(restRoutes.some(([, , , , , mark]) => mark === 'fast path'))
})

test('the mark of a route decides, not its path', (t) => {
  const routes: RestRoute[] = [
    ['GET', '/things/:thing', [2], 'open', handler, 'fast path'],
    ['GET', '/messaging/qmgr/:qmgr/queue/:queue/message', [2], 'open', handler],
  ]
  const fastPath = createMessagingFastPath(routes, services)
  t.true(fastPath.accepts('GET', '/ibmmq/rest/v2/things/one?limit=1'))
  t.false(fastPath.accepts('GET', '/ibmmq/rest/v1/things/one'))
  t.false(fastPath.accepts('POST', '/ibmmq/rest/v2/things/one'))
  t.false(fastPath.accepts('GET', '/ibmmq/rest/v2/things/one/two'))
  t.false(fastPath.accepts('GET', '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/A/message'))
})

test('a marked route with a wildcard is an error', (t) => {
  const routes: RestRoute[] = [['GET', '/topic/*topic', [2], 'open', handler, 'fast path']]
  t.throws(() => createMessagingFastPath(routes, services), { message: /wildcard/ })
})
