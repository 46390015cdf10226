import test, { type ExecutionContext } from 'ava'
import { findGatewayProblems } from '../../../_support/tables.ts'
import { api, catalog, config, operation, step } from '../../../data-plane/_support/documents.ts'
import { bodyOf, startBackend, startGateway } from '../../../data-plane/_support/servers.ts'

async function serve(t: ExecutionContext, execute: ReturnType<typeof step>[], extra: object = {}) {
  const received: { headers: unknown; body: string }[] = []
  const backend = await startBackend(async (request, response) => {
    received.push({ headers: request.headers, body: await bodyOf(request) })
    response.setHeader('content-type', 'application/json')
    response.end('{"user":"ada","secret":"s1"}')
  })
  t.teardown(() => backend.close())
  const assembly = { execute, catch: [], finally: [] }
  const operations = [operation('POST', '/customers')]
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, assembly, ...extra })])), {
    isRecordingCalls: () => true,
  })
  t.teardown(() => gateway.close())
  const call = (body: string) =>
    fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-card': '4111' },
    })
  return { call, received, recordOf: gateway.recordOf }
}

const redact = (settings: object) => step('redact', settings)
const invoke = step('invoke', { 'target-url': '$(upstream)/' })
const redactions = (...paths: string[]) => paths.map((path) => ({ action: 'redact', path }))

test('fields and headers of the request are masked, and fields of the response are removed', async (t) => {
  const { call, received } = await serve(t, [
    redact({ redactions: redactions('message.body.card.no', 'message.headers.X-Card') }),
    invoke,
    redact({ root: 'message.body', redactions: [{ action: 'remove', path: 'secret' }] }),
  ])
  const response = await call('{"card":{"no":"4111"}}')
  t.is(await response.text(), '{"user":"ada"}')
  t.like(received[0], { headers: { 'x-card': '******' }, body: '{"card":{"no":"******"}}' })
})

test('the form of version 5 says where fields are masked', async (t) => {
  const activityLog = { success: 'payload', error: 'payload' }
  const { call, received, recordOf } = await serve(
    t,
    [
      redact({
        actions: [
          { path: '/card/no', from: ['logs'] },
          { path: '//note', from: ['request'] },
          { path: '$.message.headers.X-Card', from: ['logs'] },
          { path: 'message.headers.User-Agent', from: ['response'] },
        ],
      }),
      invoke,
    ],
    { activityLog },
  )
  const response = await call('{"card":{"no":"4111","note":"7"}}')
  await response.text()
  t.is(received[0]?.body, '{"card":{"no":"4111","note":"******"}}')
  t.like(received[0]?.headers, { 'x-card': '4111', 'user-agent': 'node' })
  t.like((await recordOf(response)).readContent?.(), {
    request: { body: { text: '{"card":{"no":"******","note":"7"}}' } },
  })
  const headers = (await recordOf(response)).readContent?.() as { request: { headers: string[] } } | undefined
  t.false(headers?.request.headers.includes('4111'))
})

test('members of variables are masked', async (t) => {
  const { call } = await serve(t, [
    step('gatewayscript', { source: `context.set('my.user', { name: 'ada', pin: 1 })` }),
    redact({ root: 'my.user', redactions: redactions('$.pin') }),
    step('set-variable', { actions: [{ set: 'message.body', value: '$(my.user)' }] }),
  ])
  t.is(await (await call('{}')).text(), '{"name":"ada","pin":"******"}')
})

test('a body that is neither JSON nor XML is 400', async (t) => {
  const { call } = await serve(t, [redact({ redactions: redactions('a') }), invoke])
  t.is((await call('text')).status, 400)
})

for (const [title, settings, pattern] of [
  ['without fields', {}, /needs the member redactions/],
  ['with an expression', { redactions: redactions('$sum(a)') }, /the path "\$sum\(a\)" is not supported/],
  ['of the received request', { redactions: redactions('request.headers.X') }, /part of the received request/],
] as const) {
  test(`redact ${title} is an error of the document`, (t) => {
    const assembly = { execute: [redact(settings)], catch: [], finally: [] }
    const [problem] = findGatewayProblems(config(catalog([api('http://127.0.0.1:9', { assembly })])))
    t.regex(problem?.message ?? '', pattern)
  })
}

test('what is not masked stays as it is: numbers of any length, and the media type', async (t) => {
  const { call } = await serve(t, [redact({ redactions: redactions('card', '**.rawJSON') })])
  const response = await call('{"id":12345678901234567890,"share":1.0,"card":1e400,"none":-0,"low":0.10}')
  t.is(await response.text(), '{"id":12345678901234567890,"share":1.0,"card":"******","none":-0,"low":0.10}')
  t.is(response.headers.get('content-type'), 'application/json')
})
