import test from 'ava'
import { mqParts } from '../../../../src/mq/parts.ts'
import type { RestRoute, RestServices } from '../../../../src/mq/web/context/rest-context.ts'
import { restDialects, restVersions } from '../../../../src/mq/web/context/rest-dialect.ts'
import { loadResources } from '../../../../src/mq/web/context/web-part.ts'
import { createRestRouter } from '../../../../src/mq/web/http/rest-router.ts'
import { restRoutes } from '../../../../src/mq/web/routes.ts'
import { openServer } from '../_support/server.ts'

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

function openFastPath(routes: readonly RestRoute[]) {
  const tables = restDialects.flatMap((dialect) =>
    restVersions.map((version) => ({
      api: dialect.pathPrefix,
      prefix: `${dialect.pathPrefix}/v${version.number}`,
      routes: routes.filter(([, , numbers]) => numbers.includes(version.number)),
      dialect,
      version,
      application: 'rest' as const,
    })),
  )
  return createRestRouter(tables, services, () => {}).fastPath
}

test('the fast path accepts the marked routes of the REST API, and no other', async (t) => {
  const parts = await loadResources(mqParts)
  const routes = [...restRoutes, ...parts.flatMap((part) => part.routes)]
  const fastPath = openFastPath(routes)
  for (const [method, template, versions, , , mark] of routes) {
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
  const fastPath = openFastPath(routes)
  t.true(fastPath.accepts('GET', '/ibmmq/rest/v2/things/one?limit=1'))
  t.false(fastPath.accepts('GET', '/ibmmq/rest/v1/things/one'))
  t.false(fastPath.accepts('POST', '/ibmmq/rest/v2/things/one'))
  t.false(fastPath.accepts('GET', '/ibmmq/rest/v2/things/one/two'))
  t.false(fastPath.accepts('GET', '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/A/message'))
})

test('the REST API responds to every path below its prefix, and to no other', async (t) => {
  const { call } = await openServer(t)
  const get = (path: string) => call('GET', path, { user: 'mqadmin:mqadmin' })

  for (const path of ['/ibmmq/rest', '/ibmmq/rest/', '/ibmmq/rest/v1', '/ibmmq/rest/v1x', '/vendormq/rest']) {
    const { status, text } = await get(path)
    t.is(status, 404, path)
    t.regex(text, /MQWB0010E/, path)
  }
  for (const path of ['/ibmmq/restless', '/ibmmq/rest2/v1/login', '/ibmmq']) {
    const { status, text } = await get(path)
    t.is(status, 404, path)
    t.notRegex(text, /MQWB/, path)
  }
})

test('a path is matched as the path of a URL, and a wrong method is told which ones there are', async (t) => {
  const { call } = await openServer(t, { commands })
  const put = await call('PUT', `/ibmmq${below}/A/message`, { user })
  t.deepEqual([put.status, put.headers.allow], [405, 'DELETE, GET, HEAD, POST'])
  const head = await call('HEAD', '/ibmmq/rest/v1/admin/installation', { user: 'mqadmin:mqadmin' })
  t.deepEqual([head.status, head.text], [200, ''])
})

for (const [title, topic] of [
  ['with several levels', 'a/b/c'],
  ['that ends like another resource', 'a/webhook'],
  ['with an encoded slash', 'a%2Fb'],
] as const) {
  test(`a publication to a topic ${title} has its resource`, async (t) => {
    const right = "SET AUTHREC PROFILE('SYSTEM.BASE.TOPIC') OBJTYPE(TOPIC) PRINCIPAL('app') AUTHADD(PUB)"
    const { call } = await openServer(t, { commands: [...commands, right] })
    const url = `/ibmmq/rest/v2/messaging/qmgr/QM1/topic/${topic}/message`
    const sent = await call('POST', url, { user, headers: { 'content-type': 'text/plain' }, body: 'x' })
    t.is(sent.status, 201, sent.text)
  })
}
