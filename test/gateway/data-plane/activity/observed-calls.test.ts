/** What the records of calls give to the call log, for APIs with an activity log. */
import test from 'ava'
import type { ActivityLog } from '../../../../src/gateway/config/types/index.ts'
import type { RecordedContent } from '../../../../src/gateway/contract/access/call-log.ts'
import { api, catalog, config, operation } from '../_support/documents.ts'
import { bodyOf, exchangeRaw, type Running, startBackend, startGateway } from '../_support/servers.ts'

let backend: Running
test.before(async () => {
  backend = await startBackend(async (request, response) => {
    const body = await bodyOf(request)
    response.statusCode = request.url?.includes('wrong') ? 500 : 200
    response.setHeader('content-type', 'application/json')
    response.setHeader('set-cookie', 'session=s')
    response.write(`{"access_token":"t","got":${body.length}`)
    response.end('}')
  })
})
test.after.always(() => backend.close())

/** Sends a POST and returns what its record gives. */
async function record(
  activityLog: ActivityLog,
  { path = '', isRecording = true, body = '{"password":"p","n":1}' } = {},
) {
  const published = api(backend.url, { operations: [operation('POST', '/customers')] })
  const gateway = await startGateway(config(catalog([{ ...published, activityLog }])), {
    isRecordingCalls: () => isRecording,
  })
  const response = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer abc', 'X-Plain': 'seen' },
    body,
  })
  const text = await response.text()
  const [found] = await gateway.recorded()
  await gateway.close()
  return { text, content: found?.readContent?.() }
}

const findValue = ({ headers }: { headers: string[] }, name: string) =>
  headers[headers.findIndex((each) => each.toLowerCase() === name) + 1]

test('payload keeps headers and bodies as they were sent, with secrets masked', async (t) => {
  const { text, content } = await record({ success: 'payload', error: 'activity' })
  const { request, response } = content as RecordedContent
  t.is(text, '{"access_token":"t","got":22}')
  t.is(findValue(request, 'authorization'), '***')
  t.is(findValue(request, 'x-plain'), 'seen')
  t.deepEqual(request.body, { bytes: 22, isCut: false, text: '{"password":"***","n":1}' })
  t.is(findValue(response, 'set-cookie'), '***')
  t.deepEqual(response.body, { bytes: 29, isCut: false, text: '{"access_token":"***","got":22}' })
})

test('a large body passes whole, and its beginning is kept', async (t) => {
  const { text, content } = await record({ success: 'payload', error: 'none' }, { body: `"${'a'.repeat(200_000)}"` })
  t.regex(text, /"got":200002/)
  t.like((content as RecordedContent).request.body, { bytes: 200_002, isCut: true })
})

test('header keeps no bodies', async (t) => {
  const { content } = await record({ success: 'header', error: 'payload' })
  const { request, response } = content as RecordedContent
  t.is(findValue(request, 'x-plain'), 'seen')
  t.is(request.body ?? response.body, undefined)
})

test('calls that end with an error have their own setting', async (t) => {
  const { content } = await record({ success: 'none', error: 'payload' }, { path: '?wrong' })
  t.regex(String((content as RecordedContent).response.body?.text), /"access_token":"\*\*\*"/)
  t.is((await record({ success: 'payload', error: 'none' }, { path: '?wrong' })).content, 'none')
  t.is((await record({ success: 'payload', error: 'activity' }, { path: '?wrong' })).content, undefined)
})

test('nothing is observed while no calls are recorded', async (t) => {
  t.is((await record({ success: 'payload', error: 'payload' }, { isRecording: false })).content, undefined)
})

for (const observed of ['payload', 'header'] as const) {
  test(`a body that arrives together with its head is kept once by ${observed}, as one that streams`, async (t) => {
    const published = api(backend.url, { operations: [operation('POST', '/customers')] })
    const activityLog: ActivityLog = { success: observed, error: 'none' }
    const gateway = await startGateway(config(catalog([{ ...published, activityLog }])), {
      isRecordingCalls: () => true,
    })
    t.teardown(() => gateway.close())
    const head = 'Host: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7'
    const path = '/acme/sandbox/customerdb/v1/customers'
    const answer = await exchangeRaw(gateway.port, `POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{"n":1}`)
    t.true(answer.includes('"got":7'), answer)
    const [found] = await gateway.recorded()
    const content = found?.readContent?.() as RecordedContent
    t.is((content.request.body as { text?: string } | undefined)?.text, observed === 'payload' ? `{"n":1}` : undefined)
  })
}
