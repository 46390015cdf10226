import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import test from 'ava'
import { RestError } from '../../../../src/mq/web/errors/rest-error.ts'
import { readJsonObjectBody } from '../../../../src/mq/web/http/json-body.ts'

function request(body: Buffer | string, type?: string): IncomingMessage {
  const bytes = Buffer.from(body)
  const headers = { 'content-length': String(bytes.length), ...(type && { 'content-type': type }) }
  const stream = Readable.from([bytes], { objectMode: false })
  return Object.assign(stream, { headers, complete: true }) as unknown as IncomingMessage
}

for (const type of [undefined, 'application/json', 'Application/JSON;charset=utf-8']) {
  test(`reads an object with the content type ${type}`, async (t) => {
    t.deepEqual(await readJsonObjectBody(request('{"a":"ä"}', type)), { a: 'ä' })
  })
}

test('says why a body cannot be parsed', async (t) => {
  const error = await t.throwsAsync(readJsonObjectBody(request('{"a":]')))
  t.regex(error?.message ?? '', /^MQWB2004E: The request body cannot be parsed: .*JSON/)
  t.true(error?.cause instanceof SyntaxError)
})

for (const [maxBytes, limit] of [
  [undefined, 1_048_576],
  [10, 10],
] as const) {
  test(`reads ${limit} bytes and no more, ${maxBytes ? 'as given' : 'by default'}`, async (t) => {
    t.deepEqual(await readJsonObjectBody(request('{"a":1}'.padEnd(limit)), maxBytes), { a: 1 })
    await t.throwsAsync(readJsonObjectBody(request('{"a":1}'.padEnd(limit + 1)), maxBytes), {
      message: `MQWB2007E: The request body is longer than ${limit} bytes.`,
    })
  })
}

for (const [what, body, type] of [
  ['another content type', '{}', 'text/plain'],
  ['a content type that begins alike', '{}', 'application/jsonp'],
  ['no JSON', '{', undefined],
  ['a list', '[]', undefined],
  ['null', 'null', undefined],
  ['a text', '"a"', undefined],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), undefined],
] as const) {
  test(`rejects ${what}`, async (t) => {
    await t.throwsAsync(readJsonObjectBody(request(body, type)), { instanceOf: RestError })
  })
}
