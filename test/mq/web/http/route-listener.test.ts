import test from 'ava'
import { forwardedCallerHeader, signCaller } from '../../../../src/mq/parts/database/forwarding/forwarded-caller.ts'
import {
  jsonResponse,
  type RestContext,
  type RestRoute,
  type RouteAccess,
} from '../../../../src/mq/web/context/rest-context.ts'
import { ibmmqDialect, restVersions } from '../../../../src/mq/web/context/rest-dialect.ts'
import type { RestServices } from '../../../../src/mq/web/context/rest-services.ts'
import { createRouteListener } from '../../../../src/mq/web/http/route-listener.ts'
import { createCaller } from '../../../../src/mq/web/identity/roles.ts'
import { ResponseCounts } from '../../../../src/mq/web/metrics/mqweb-metrics.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { createRequest, RecordedResponse, type RequestParts } from './_exchange.ts'

const alice = createCaller('alice', [], new Set(['MQWebUser']), 'basic')
const secret = Buffer.alloc(32, 1)
const path = '/ibmmq/rest/v2/admin/qmgr/QM1'

interface Manager {
  state: 'running' | 'standby'
  isShared: boolean
  /** Whether the active instance is in this process; undefined without an active instance. */
  isHere?: boolean
}

interface Trial extends RequestParts {
  template?: string
  access?: RouteAccess
  mark?: RestRoute[5]
  application?: 'rest' | 'console'
  manager?: Manager
  params?: Record<string, string>
  isAsynchronous?: boolean
  allowedOrigins?: string
}

/** Sends one request. Returns the response, who served it, and the context that the handler got. */
async function send(options: Trial = {}) {
  const { template = '/admin/qmgr/:qmgr', access = ['MQWebUser'], mark, application = 'rest' } = options
  const { manager = { state: 'running', isShared: false }, isAsynchronous, url = path } = options
  const served: string[] = []
  const contexts: RestContext[] = []
  const instance = { ...manager, name: 'QM1', findActive }
  async function findActive() {
    return manager.isHere === undefined ? undefined : { isHere: manager.isHere, id: 'instance-1', secret }
  }
  const services = {
    installation: { find: (name: string) => (name === 'QM1' ? instance : undefined) },
    settings: () => ({
      properties: { mqRestCsrfValidation: true, mqRestCorsAllowedOrigins: options.allowedOrigins ?? '' },
    }),
    authenticator: { authenticate: () => (isAsynchronous ? Promise.resolve(alice) : alice) },
    forwarder: {
      async forward(context: RestContext, forwardedTo: string) {
        served.push(`forwarder of ${forwardedTo}`)
        contexts.push(context)
        return jsonResponse(200, {})
      },
    },
    responseCounts: new ResponseCounts(),
    log: silentLog,
  } as unknown as RestServices
  const handler = (context: RestContext) => {
    served.push('handler')
    contexts.push(context)
    return jsonResponse(200, { text: 'x'.repeat(2_000) })
  }
  const unmarked = ['GET', template, [2], access, handler] as const
  const route: RestRoute = mark ? [...unmarked, mark] : unmarked
  const listener = createRouteListener(
    route,
    { dialect: ibmmqDialect, version: restVersions[1], application },
    services,
  )
  const response = new RecordedResponse()
  const ended = new Promise((resolve) => response.once('close', resolve))
  await listener({
    request: createRequest({ ...options, url }),
    response,
    path: url,
    search: '',
    params: options.params ?? { qmgr: 'QM1' },
  })
  if (response.headers['content-encoding'] !== undefined) await ended
  const id = response.statusCode < 400 ? undefined : JSON.parse(response.body.toString()).error[0].msgId
  return { response, served, id, context: contexts[0] }
}

for (const isAsynchronous of [false, true]) {
  test(`the handler serves an authorized caller who is ${isAsynchronous ? 'asked for' : 'known'}`, async (t) => {
    const { response, served, context } = await send({ isAsynchronous })
    t.is(response.statusCode, 200)
    t.deepEqual(served, ['handler'])
    t.is(context?.caller, alice)
    t.deepEqual(context?.principal, alice.principal)
    t.deepEqual(context?.params, { qmgr: 'QM1' })

    const rejected = await send({ isAsynchronous, access: ['MQWebAdmin'] })
    t.is(rejected.id, 'MQWB0108E')
    t.deepEqual(rejected.served, [])
  })
}

for (const [mark, isCompressed] of [
  [undefined, true],
  ['this instance', true],
  ['uncompressed', false],
  ['fast path', false],
] as const) {
  test(`a route with the mark ${mark} ${isCompressed ? 'compresses' : 'does not compress'} its responses`, async (t) => {
    const { response } = await send({ ...(mark && { mark }), headers: { 'accept-encoding': 'gzip' } })
    t.is(response.headers['content-encoding'], isCompressed ? 'gzip' : undefined)
  })
}

const elsewhere: Manager = { state: 'standby', isShared: true, isHere: false }

for (const [title, trial, served] of [
  ['whose active instance is elsewhere is forwarded', { manager: elsewhere }, 'forwarder of rest'],
  [
    'of the console is forwarded with the application',
    { manager: elsewhere, application: 'console' },
    'forwarder of console',
  ],
  ['whose active instance is here is handled', { manager: { ...elsewhere, isHere: true } }, 'handler'],
  ['without an active instance is handled', { manager: { state: 'standby', isShared: true } }, 'handler'],
  ['of a running queue manager is handled', { manager: { ...elsewhere, state: 'running' } }, 'handler'],
  ['about this instance is handled', { manager: elsewhere, mark: 'this instance' }, 'handler'],
  ['about no queue manager is handled', { manager: elsewhere, template: '/admin/installation' }, 'handler'],
] as readonly [string, Trial, string][]) {
  test(`a request ${title}`, async (t) => {
    t.deepEqual((await send(trial)).served, [served])
  })
}

const carol = createCaller('carol', ['staff'], new Set(['MQWebUser']), 'form')
const here: Manager = { state: 'running', isShared: true, isHere: true }

function forwarded(key = secret) {
  const signed = { instance: 'instance-1', queueManager: 'QM1', application: 'rest', method: 'GET' } as const
  return { [forwardedCallerHeader]: signCaller(carol, { ...signed, target: path }, key) }
}

test('a forwarded request is handled for the caller that the other instance has authenticated', async (t) => {
  const { served, context } = await send({ manager: here, headers: forwarded() })
  t.deepEqual(served, ['handler'])
  t.is(context?.caller.name, 'carol')
  t.deepEqual(context?.principal, carol.principal)
})

for (const [title, trial, id] of [
  ['with another signature', { manager: here, headers: forwarded(Buffer.alloc(32, 2)) }, 'MQWB0104E'],
  ['without the role', { manager: here, headers: forwarded(), access: ['MQWebAdmin'] }, 'MQWB0108E'],
  ['when the active instance is elsewhere again', { manager: elsewhere, headers: forwarded() }, 'MQWB0046E'],
] as readonly [string, Trial, string][]) {
  test(`rejects a forwarded request ${title}`, async (t) => {
    const rejected = await send(trial)
    t.is(rejected.id, id)
    t.deepEqual(rejected.served, [])
  })
}

for (const trial of [{ mark: 'this instance' }, { template: '/admin/installation' }] as const) {
  test(`the header of a forwarded caller counts for nothing on a route that is ${'mark' in trial ? 'about this instance' : 'about no queue manager'}`, async (t) => {
    const { context } = await send({ ...trial, manager: here, headers: forwarded() })
    t.is(context?.caller, alice)
  })
}

test('names of dots are restored for the console only', async (t) => {
  const params = { qmgr: 'QM1', queue: '~..' }
  t.deepEqual((await send({ params, application: 'console' })).context?.params, { qmgr: 'QM1', queue: '..' })
  t.deepEqual((await send({ params })).context?.params, params)
})

test('CORS headers are for the REST API only', async (t) => {
  const trial = { headers: { origin: 'https://page.example' }, allowedOrigins: '*' }
  t.is((await send(trial)).response.headers['access-control-allow-origin'], 'https://page.example')
  const atConsole = await send({ ...trial, application: 'console' })
  t.is(atConsole.response.headers['access-control-allow-origin'], undefined)
})

for (const [url, id] of [
  ['/ibmmq/rest/v2/admin/qmgr/QM%31', undefined],
  ['/ibmmq/rest/v2/admin/qmgr/QM%2', 'MQWB0011E'],
  ['/ibmmq/rest/v2/admin/qmgr/%ff', 'MQWB0011E'],
] as const) {
  test(`the path ${url} is ${id ? 'rejected' : 'accepted'}`, async (t) => {
    t.is((await send({ url })).id, id)
  })
}
