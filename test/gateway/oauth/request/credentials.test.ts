import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { OauthError } from '../../../../src/gateway/oauth/index.ts'
import { parseClientCredentials } from '../../../../src/gateway/oauth/request/credentials.ts'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'

function parse(headers: Record<string, string>, form: Record<string, string>) {
  const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  return parseClientCredentials(
    { headers, headersDistinct } as unknown as IncomingMessage,
    new Map(Object.entries(form)),
  )
}

interface Pair {
  id?: string
  secret?: string
}

interface Way {
  title: string
  headers(pair: Pair): Record<string, string>
  form(pair: Pair): Record<string, string>
}

const none = () => ({})
const defined = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))

const basic: Way = {
  title: 'Basic',
  headers: ({ id = '', secret = '' }) => ({ authorization: renderBasicCredentials(id, secret) }),
  form: none,
}
const headers: Way = {
  title: 'the X-IBM headers',
  headers: ({ id, secret }) => defined({ 'x-ibm-client-id': id, 'x-ibm-client-secret': secret }),
  form: none,
}
const inForm: Way = {
  title: 'the form',
  headers: none,
  form: ({ id, secret }) => defined({ client_id: id, client_secret: secret }),
}

const app = { id: 'app', secret: 'secret' }

/** Parses a request that sends each pair of credentials in its way. */
function parseAll(...sent: readonly (readonly [Way, Pair])[]) {
  return parse(
    Object.assign({}, ...sent.map(([way, pair]) => way.headers(pair))),
    Object.assign({}, ...sent.map(([way, pair]) => way.form(pair))),
  )
}

for (const way of [basic, headers, inForm]) {
  test(`parses the credentials in ${way.title}`, (t) => {
    t.deepEqual(parseAll([way, app]), app)
  })

  test(`parses a client id without a secret in ${way.title}`, (t) => {
    t.deepEqual(parseAll([way, { id: 'app' }]), { id: 'app', secret: undefined })
  })
}

for (const [one, other] of [
  [basic, headers],
  [basic, inForm],
  [headers, inForm],
] as const) {
  const both = `${one.title} and ${other.title}`

  test(`accepts equal credentials in ${both}`, (t) => {
    t.deepEqual(parseAll([one, app], [other, app]), app)
    t.deepEqual(parseAll([one, app], [other, { id: 'app' }]), app)
    t.deepEqual(parseAll([one, { id: 'app' }], [other, app]), app)
    t.deepEqual(parseAll([one, app], [other, { id: 'app', secret: '' }]), app)
  })

  for (const [what, different] of [
    ['client id', { id: 'other', secret: 'secret' }],
    ['client secret', { id: 'app', secret: 'other' }],
  ] as const) {
    test(`rejects a different ${what} in ${both}`, (t) => {
      const error = t.throws<OauthError>(() => parseAll([one, app], [other, different]), { instanceOf: OauthError })
      t.is(error?.code, 'invalid_request')
      const start = `Multiple OAuth client credentials are provided: the ${what} in `
      t.true(error?.description?.startsWith(start), error?.description)
    })
  }
}

test('joins a secret in a header and a client id in the form', (t) => {
  t.deepEqual(parseAll([headers, { secret: 'secret' }], [inForm, { id: 'app' }]), app)
})

test('finds one different secret among three ways', (t) => {
  t.deepEqual(parseAll([basic, app], [headers, app], [inForm, app]), app)
  const error = t.throws<OauthError>(() => parseAll([basic, app], [headers, app], [inForm, { id: 'app', secret: 'x' }]))
  t.is(
    error?.description,
    'Multiple OAuth client credentials are provided: the client secret in the Authorization header differs from the one in the form parameter client_secret. Send the credentials in one place',
  )
})

test('rejects a secret without a client id', (t) => {
  const error = t.throws<OauthError>(() => parseAll([inForm, { secret: 'secret' }]))
  t.is(error?.code, 'invalid_client')
})

test('a client assertion whose subject is no text names no client', (t) => {
  for (const sub of [5, null, {}, ['app']]) {
    const assertion = `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.x`
    const error = t.throws(() => parse({}, { client_assertion: assertion }), { instanceOf: OauthError })
    t.is(error?.code, 'invalid_client')
  }
})
