import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { mock } from 'node:test'
import test from 'ava'
import type { OauthError } from '../../../../src/gateway/oauth/index.ts'
import { readBodyText } from '../../../../src/gateway/oauth/request/body.ts'

function requestOf(headers: Record<string, string> = { 'transfer-encoding': 'chunked' }): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers, complete: true })
}

test('joins chunks, also when they split a character', async (t) => {
  const request = requestOf()
  const body = readBodyText(request)
  const bytes = Buffer.from('name=é')
  request.push(bytes.subarray(0, 6))
  request.push(bytes.subarray(6))
  request.push(null)
  t.is(await body, 'name=é')
})

test('rejects a body with too large a Content-Length at once', async (t) => {
  t.regex(
    (await t.throwsAsync<OauthError>(readBodyText(requestOf({ 'content-length': '65537' })))).reason,
    /at most 65536 bytes/,
  )
})

test('rejects a body that becomes too large, without waiting for its end', async (t) => {
  const request = requestOf()
  const body = readBodyText(request)
  request.push(Buffer.alloc(65_537))
  t.regex((await t.throwsAsync<OauthError>(body)).reason, /at most 65536 bytes/)
  t.true(request.isPaused(), 'the rest is not read')
})

for (const [title, headers] of [
  ['announced', { 'content-length': '65536' }],
  ['not announced', { 'transfer-encoding': 'chunked' }],
] as const) {
  test(`reads a body of the maximum size whose size is ${title}`, async (t) => {
    const request = requestOf(headers)
    const body = readBodyText(request)
    request.push(Buffer.alloc(65_536, 'a'))
    request.push(null)
    t.is(await body, 'a'.repeat(65_536))
  })
}

test('keeps a byte order mark, which is a character of the form', async (t) => {
  const request = requestOf()
  const body = readBodyText(request)
  request.push(Buffer.from('\ufeffname=a'))
  request.push(null)
  t.is(await body, '\ufeffname=a')
})

test('rejects bytes that are not UTF-8', async (t) => {
  const request = requestOf()
  const body = readBodyText(request)
  request.push(Buffer.from([0xff]))
  request.push(null)
  t.regex((await t.throwsAsync<OauthError>(body)).reason, /must be UTF-8/)
})

test('rejects when the caller disconnects', async (t) => {
  const request = requestOf()
  const body = readBodyText(request)
  request.destroy()
  t.regex((await t.throwsAsync<OauthError>(body)).reason, /closed before the end/)
  t.regex((await t.throwsAsync<OauthError>(readBodyText(request))).reason, /closed before the end/)
})

test.serial('rejects a body that takes too long', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const request = requestOf()
  const body = readBodyText(request)
  request.push(Buffer.from('a'))
  mock.timers.tick(15_000)
  const error = await t.throwsAsync<OauthError>(body)
  t.regex(error.reason, /arrive within 15 seconds/)
  t.is(error?.status, 408)
  t.true(request.isPaused(), 'the rest is not read')
})

test.serial('leaves no timer behind', async (t) => {
  const count = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length
  const before = count()
  const request = requestOf()
  const body = readBodyText(request)
  request.push(null)
  t.is(await body, '')
  t.is(count(), before)
})
