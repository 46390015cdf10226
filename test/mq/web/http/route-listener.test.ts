import test from 'ava'
import { alice, send } from './_route.ts'

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

test('a server without forwarding handles each request itself', async (t) => {
  t.deepEqual((await send({ manager: { state: 'standby', isShared: true, isHere: false } })).served, ['handler'])
})
