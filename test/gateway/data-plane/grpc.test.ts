import { once } from 'node:events'
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import test, { type ExecutionContext } from 'ava'
import { certificate } from '../../_support/certificates.ts'
import { startHttp2Backend } from '../../shared/http/client/http2/_http2-backend.ts'
import { openSession } from '../../shared/http/http2/_http2-client.ts'
import { api, catalog, config, operation, step } from './_support/documents.ts'
import { startGateway } from './_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const pair = certificate('localhost')

/** A gateway in front of a backend that speaks HTTP/2, and a client of it. */
async function open(
  t: ExecutionContext,
  serve: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void,
  settings: object = {},
) {
  const backend = await startHttp2Backend(t, serve)
  const invoke = step('invoke', { 'target-url': `$(upstream)${path}`, 'http-version': 'HTTP/2', ...settings })
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const documents = api(backend.url, { operations, assembly: { execute: [invoke], catch: [], finally: [] } })
  const gateway = await startGateway(config(catalog([documents])), {}, () => {}, { http2: true, tls: await pair })
  t.teardown(() => gateway.close())
  const session = openSession(t, gateway)
  const call = (headers: Record<string, string> = {}) =>
    session
      .request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers', ...headers })
      .on('error', () => {})
  return { gateway, session, call }
}

/** Reads a response: its head, whether the head ends it, its body and its trailers. */
async function read(stream: ReturnType<Awaited<ReturnType<typeof open>>['call']>) {
  let body = ''
  let trailers: IncomingHttpHeaders = {}
  stream.on('trailers', (received) => {
    trailers = received
  })
  const [head, flags] = (await once(stream, 'response')) as [IncomingHttpHeaders, number]
  stream.setEncoding('latin1').on('data', (part) => {
    body += part
  })
  if (!stream.closed) await once(stream, 'close')
  return { head, isWhole: (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0, body, trailers }
}

test('a call passes in both directions, with its trailers', async (t) => {
  const { call, gateway } = await open(t, (stream, headers) => {
    t.like(headers, { 'content-type': 'application/grpc', te: 'trailers', ':path': path })
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', 'x-many': ['a', 'b'], constructor: 'c' }))
    stream.pipe(stream)
  })
  const stream = call()
  const answer = read(stream)
  stream.write('first ')
  await once(stream, 'data') // the response begins before the request ends
  stream.end('second')
  const { head, body, trailers } = await answer
  t.is(head[':status'] as unknown, 200)
  t.is(body, 'first second')
  t.like(trailers, { 'grpc-status': '0', 'x-many': 'a, b' })
  const [record] = await gateway.recorded()
  t.is(record?.status, 200)
})

test('a response that consists of its head ends with it', async (t) => {
  const { call } = await open(t, (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '5' }, { endStream: true })
  })
  const { head, isWhole } = await read(call().end('message'))
  t.is(head['grpc-status'], '5')
  t.true(isWhole)
})

for (const [title, headers, status, grpcStatus, message] of [
  ['an unknown path', { ':path': `${path}/unknown/more` }, 404, '12', 'No resources match requested URI'],
  ['an unknown method', { ':method': 'PUT' }, 405, '12', 'The method is not allowed for the requested URL'],
] as const) {
  test(`${title} is a status of gRPC, and telemetry has the status of HTTP`, async (t) => {
    const { call, gateway } = await open(t, () => t.fail())
    const { head, isWhole, body } = await read(call(headers).end())
    t.is(head[':status'] as unknown, 200)
    t.is(head['content-type'], 'application/grpc')
    t.is(head['grpc-status'], grpcStatus)
    t.is(head['grpc-message'], message)
    t.truthy(head['x-request-id'])
    t.is(body, '')
    t.true(isWhole)
    const [record] = await gateway.recorded()
    t.is(record?.status, status)
  })
}

test('other requests over HTTP/2 get errors of HTTP', async (t) => {
  const { call } = await open(t, () => t.fail())
  const { head, body } = await read(call({ ':path': '/acme/sandbox/none', 'content-type': 'text/plain' }).end())
  t.is(head[':status'] as unknown, 404)
  t.is(JSON.parse(body).httpCode, '404')
})

test('the deadline of the caller ends a call that the upstream does not serve, and resets its stream', async (t) => {
  const reset = Promise.withResolvers<number>()
  const { call, gateway } = await open(t, (stream) => void stream.on('close', () => reset.resolve(stream.rstCode)))
  const { head } = await read(call({ 'grpc-timeout': '100m' }).end())
  t.is(head['grpc-status'], '4')
  t.is(await reset.promise, constants.NGHTTP2_CANCEL)
  const [record] = await gateway.recorded()
  t.like(record, { status: 504, reason: 'upstream_silent' })
})

for (const [given, unit, most] of [
  ['5S', 'u', 5_000_000],
  ['99999999u', 'u', 99_999_999],
  ['10M', 'm', 600_000],
  ['99999999S', 'S', 2_147_484],
] as const) {
  test(`the upstream gets what is left of the deadline ${given}`, async (t) => {
    let received = ''
    const { call } = await open(t, (stream, headers) => {
      received = String(headers['grpc-timeout'])
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '0' }, { endStream: true })
    })
    await read(call({ 'grpc-timeout': given }).end())
    const [, digits, found] = /^(\d{1,8})([umS])$/.exec(received) ?? []
    t.is(found, unit)
    t.true(Number(digits) > 0 && Number(digits) < most, received)
  })
}

test('an upstream that resets its stream is unavailable', async (t) => {
  const { call } = await open(t, (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR))
  t.is((await read(call().end())).head['grpc-status'], '14')
})

test('a caller that cancels its call cancels that of the upstream', async (t) => {
  const reset = Promise.withResolvers<number>()
  const { call } = await open(t, (stream) => {
    stream.on('close', () => reset.resolve(stream.rstCode))
    stream.respond({ ':status': 200 })
    stream.write('begun')
  })
  const stream = call()
  stream.write('begun')
  await once(stream, 'response')
  stream.close(constants.NGHTTP2_CANCEL)
  t.is(await reset.promise, constants.NGHTTP2_CANCEL)
})

test('a caller of HTTP/1.1 is served by an upstream of HTTP/2, without trailers', async (t) => {
  const { gateway } = await open(t, (stream) => {
    stream.respond({ ':status': 200 }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '1' }))
    stream.end('served')
  })
  const { request } = await import('node:https')
  const sent = request(`https://127.0.0.1:${gateway.port}${path}`, { rejectUnauthorized: false, agent: false }).end()
  const [response] = await once(sent, 'response')
  let body = ''
  for await (const part of response) body += part
  t.is(body, 'served')
  t.is(response.statusCode, 200)
})
