import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import test from 'ava'
import type { RestContext } from '../../../../src/mq/web/context/rest-context.ts'
import { RestError } from '../../../../src/mq/web/errors/rest-error.ts'
import {
  parseFlagParameter,
  parseIntegerParameter,
  parseQueryParameters,
  readJsonObjectBody,
} from '../../../../src/mq/web/http/request-input.ts'

const names = ['attributes', 'limit', 'force'] as const
const parse = (search: string) => parseQueryParameters({ search } as RestContext, names)

for (const [search, parameters] of [
  ['', {}],
  ['limit=5', { limit: '5' }],
  ['force', { force: '' }],
  ['force=&limit=5&attributes=a%2Cb', { force: '', limit: '5', attributes: 'a,b' }],
] as const) {
  test(`the query ${JSON.stringify(search)} has the parameters ${JSON.stringify(parameters)}`, (t) => {
    t.deepEqual({ ...parse(search) }, parameters)
  })
}

for (const [search, text] of [
  ['limt=5', /'limt' is not valid for this resource.*limit/],
  ['other=5', /'other' is not valid for this resource\.$/],
  ['Limit=5', /'Limit' is not valid/],
  ['limit=5&limit=5', /'limit' is not valid for this resource: it was given twice\.$/],
  ['force&force', /'force' is not valid for this resource: it was given twice\.$/],
] as const) {
  test(`rejects the query ${search}`, (t) => {
    t.throws(() => parse(search), { message: text })
  })
}

const range = { min: 1, max: 10 }

for (const [value, number] of [
  [undefined, undefined],
  ['1', 1],
  ['10', 10],
  ['0000000005', 5],
] as const) {
  test(`${value} is a number from 1 to 10, or missing`, (t) => {
    t.is(parseIntegerParameter('limit', value, range), number)
  })
}

for (const value of ['', '0', '11', '1.5', '-1', '5x', ' 5', '0x5', '00000000005', '1e0']) {
  test(`${JSON.stringify(value)} is no number from 1 to 10`, (t) => {
    t.throws(() => parseIntegerParameter('limit', value, range), {
      message: `MQWB0013E: The value '${value}' of the query parameter 'limit' is not valid: it must be a whole number from 1 to 10.`,
    })
  })
}

test('a flag is present without a value', (t) => {
  t.false(parseFlagParameter('force', undefined))
  t.true(parseFlagParameter('force', ''))
  t.throws(() => parseFlagParameter('force', 'true'), {
    message: `MQWB0013E: The value 'true' of the query parameter 'force' is not valid: it is a flag and takes no value.`,
  })
})

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
