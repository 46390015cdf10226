import { brotliDecompressSync, type Gzip, gunzipSync } from 'node:zlib'
import test from 'ava'
import { jsonListResponse, jsonResponse } from '../../../../src/mq/web/context/rest-context.ts'
import { findCompression, openCompressor } from '../../../../src/mq/web/http/compress-response.ts'
import { runInErrorBoundary } from '../../../../src/mq/web/http/error-boundary.ts'
import { ResponseCounts } from '../../../../src/mq/web/metrics/mqweb-metrics.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { createRequest, RecordedResponse } from './_exchange.ts'

const long = { text: 'x'.repeat(5_000) }
const many = Array.from({ length: 2_000 }, (_, number) => ({ queue: `APP.QUEUE.${number}` }))

for (const [accepted, encoding, expand] of [
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const) {
  test(`JSON for a client that accepts ${accepted} is sent as ${encoding}`, async (t) => {
    for (const [answer, value] of [
      [jsonResponse(200, long), long],
      [jsonListResponse('item', many), { item: many }],
    ] as const) {
      const response = new RecordedResponse()
      const closed = new Promise((resolve) => response.once('close', resolve))
      await runInErrorBoundary(
        createRequest({ headers: { 'accept-encoding': accepted } }),
        response,
        { log: silentLog, responseCounts: new ResponseCounts() },
        () => answer,
        undefined,
        { compresses: true },
      )
      await closed
      t.is(response.headers['content-encoding'], encoding)
      t.is(response.headers.vary, 'Accept-Encoding')
      const text = expand(response.body).toString('utf8')
      t.true(response.body.length < text.length / 4, `${response.body.length} of ${text.length} bytes`)
      t.deepEqual(JSON.parse(text), value)
    }
  })
}

for (const accepted of [undefined, 'deflate', 'br;q=0', 'gzip;q=0, br;q=0']) {
  test(`finds no encoding for ${accepted}`, (t) => {
    t.is(findCompression(accepted), undefined)
  })
}

/** Returns the next chunk that is written to a response. */
function nextChunk(response: RecordedResponse): Promise<Buffer> {
  return new Promise((resolve) => {
    response.onWrite = resolve
  })
}

/** Opens a compressor whose response asks for a pause after each chunk, and compresses random text. */
async function openSlowly() {
  const response = new RecordedResponse()
  response.isFlowing = false
  const firstChunk = nextChunk(response)
  const compressor = openCompressor(response, 'gzip') as Gzip
  const text = Array.from({ length: 6_000 }, () => Math.random()).join()
  compressor.end(text)
  await firstChunk
  return { response, compressor, text }
}

test('compresses at the pace of the client', async (t) => {
  const { response, compressor, text } = await openSlowly()
  t.true(compressor.isPaused())
  const secondChunk = nextChunk(response)
  response.emit('drain')
  t.false(compressor.isPaused())
  await secondChunk
  t.true(compressor.isPaused())
  t.is(response.chunks.length, 2)

  response.isFlowing = true
  const closed = new Promise((resolve) => response.once('close', resolve))
  response.emit('drain')
  await closed
  t.true(response.writableEnded)
  t.is(gunzipSync(response.body).toString(), text)
})

test('does not pause for a client that takes more', async (t) => {
  const response = new RecordedResponse()
  const firstChunk = nextChunk(response)
  const compressor = openCompressor(response, 'gzip') as Gzip
  compressor.end('x')
  await firstChunk
  t.false(compressor.isPaused())
  t.is(response.listenerCount('drain'), 0)
})

test('a client that disconnects destroys the compressor', (t) => {
  const response = new RecordedResponse()
  const compressor = openCompressor(response, 'br')
  t.false(compressor.destroyed)
  response.destroy()
  t.true(compressor.destroyed)
})

test('a chunk for a client that has disconnected does not wait for it', async (t) => {
  const response = new RecordedResponse()
  response.isFlowing = false
  const chunk = new Promise<void>((resolve) => {
    response.onWrite = () => {
      response.destroyed = true
      resolve()
    }
  })
  const compressor = openCompressor(response, 'gzip') as Gzip
  compressor.end('x')
  await chunk
  t.false(compressor.isPaused())
  t.is(response.listenerCount('drain'), 0)
})

test('an error of the compressor closes the connection', async (t) => {
  const response = new RecordedResponse()
  const compressor = openCompressor(response, 'gzip') as Gzip
  const closed = new Promise((resolve) => response.once('close', resolve))
  compressor.destroy(new Error('out of memory'))
  await closed
  t.true(response.destroyed)
})
