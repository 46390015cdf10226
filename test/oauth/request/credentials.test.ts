import type { IncomingMessage } from 'node:http'

import test from 'ava'

import { renderBasicCredentials } from '../../../src/lib/headers/basic-credentials.ts'
import { OauthError } from '../../../src/oauth/index.ts'
import { parseClientCredentials } from '../../../src/oauth/request/credentials.ts'

function parse(headers: Record<string, string>, form: Record<string, string>) {
  const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  return parseClientCredentials({ headersDistinct } as IncomingMessage, new Map(Object.entries(form)))
}

const basic = { authorization: renderBasicCredentials('app', 'secret') }
const id = { 'x-ibm-client-id': 'app' }
const secret = { 'x-ibm-client-secret': 'secret' }
const inForm = { client_id: 'app', client_secret: 'secret' }

for (const [title, headers, form] of [
  ['Basic', basic, {}],
  ['Basic and the client id in the form', basic, { client_id: 'app' }],
  ['two headers', { ...id, ...secret }, {}],
  ['two headers and the client id in the form', { ...id, ...secret }, { client_id: 'app' }],
  ['a secret in a header and the client id in the form', secret, { client_id: 'app' }],
  ['the form', {}, inForm],
] as const) {
  test(`parses the credentials of ${title}`, (t) => {
    t.deepEqual(parse(headers, form), { id: 'app', secret: 'secret' })
  })
}

for (const [title, headers, form] of [
  ['a client id in a header', id, {}],
  ['a client id in the form', {}, { client_id: 'app' }],
  ['a client id in both', id, { client_id: 'app' }],
] as const) {
  test(`parses ${title} without a secret`, (t) => {
    t.deepEqual(parse(headers, form), { id: 'app', secret: undefined })
  })
}

for (const [title, headers, form] of [
  ['Basic and two headers', { ...basic, ...id, ...secret }, {}],
  ['Basic and a client id in a header', { ...basic, ...id }, {}],
  ['Basic and a secret in a header', { ...basic, ...secret }, {}],
  ['Basic and a secret in the form', basic, { client_secret: 'secret' }],
  ['a client id in a header and a secret in the form', id, { client_secret: 'secret' }],
  ['a secret in a header and the form', secret, inForm],
  ['all of them', { ...basic, ...id, ...secret }, inForm],
] as const) {
  test(`rejects the credentials of ${title}`, (t) => {
    const error = t.throws<OauthError>(() => parse(headers, form), { instanceOf: OauthError })
    t.is(error?.code, 'invalid_request')
    t.is(error?.description, 'Multiple OAuth client credentials are provided')
  })
}

test('rejects another client id in the form', (t) => {
  for (const headers of [basic, { ...id, ...secret }]) {
    const error = t.throws<OauthError>(() => parse(headers, { client_id: 'other' }))
    t.is(error?.code, 'invalid_request')
  }
})
