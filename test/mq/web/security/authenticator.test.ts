import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { RestError } from '../../../../src/mq/web/errors/rest-error.ts'
import {
  emptyUserRegistry,
  openIdentityCache,
  type UserRegistry,
  unknownCommonName,
} from '../../../../src/mq/web/identity/user-registry.ts'
import { Authenticator } from '../../../../src/mq/web/security/authenticator.ts'
import { createCredentialVerifier } from '../../../../src/mq/web/security/credential-verifier.ts'
import { createSessionStore } from '../../../../src/mq/web/security/session-store.ts'
import type { MqwebSettings } from '../../../../src/mq/web/settings/settings.ts'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { type Log, silentLog } from '../../../../src/shared/lib/output/log.ts'
import { RegistryUnavailableError } from '../../../../src/shared/registries/index.ts'

const path = '/ibmmq/rest/v3/admin/qmgr'

/** An authenticator over a registry with the user alice, on one connection. */
function open(security: Partial<MqwebSettings['security']> = {}) {
  const time = { now: 1_000_000 }
  const clock = () => time.now
  const asked: string[] = []
  const alice = { name: 'alice', groups: ['staff'] }
  const people = { exist: true }
  const fault: { error?: Error } = {}
  const registry: UserRegistry = {
    ...emptyUserRegistry,
    async authenticate(name, password) {
      asked.push(`authenticate ${name}`)
      if (fault.error) throw fault.error
      return name === 'alice' && password === 'wonderland' ? alice : undefined
    },
    async find(name) {
      asked.push(`find ${name}`)
      if (fault.error) throw fault.error
      return people.exist ? alice : undefined
    },
    async identify({ commonName }) {
      asked.push(`identify ${commonName}`)
      if (fault.error) throw fault.error
      return commonName === 'alice' ? alice : unknownCommonName
    },
  }
  const settings = {
    properties: { ltpaCookieName: 'Token', secureLtpa: true },
    security: {
      enabled: true,
      basicAuthentication: true,
      registry: undefined,
      bindings: { rest: [], console: [] },
      ...security,
    },
  } as unknown as MqwebSettings
  const sessions = createSessionStore(clock)
  const logged: object[] = []
  const log = { ...silentLog, warn: (fields: object) => void logged.push(fields) } as Log
  const authenticator = new Authenticator({
    clock,
    log,
    sessions,
    settings: () => settings,
    registry: () => registry,
    credentials: createCredentialVerifier(() => registry, clock, silentLog),
  })
  const connection = { remoteAddress: '127.0.0.1' }
  const authenticate = (headers: Record<string, string>, socket: object = connection) =>
    authenticator.authenticate({ headers, socket } as unknown as IncomingMessage, path, 'rest')
  return { time, asked, people, alice, fault, logged, sessions, authenticate, registry }
}

test('a session asks the registry for its user once in 2.5 seconds', async (t) => {
  const { time, asked, sessions, authenticate } = open()
  const headers = { cookie: `Token=${sessions.create('alice', 60_000)}` }
  t.like(await authenticate(headers), { name: 'alice', mechanism: 'form' })
  time.now += 2_499
  t.like(await authenticate(headers), { name: 'alice', mechanism: 'form' })
  t.deepEqual(asked, ['find alice'])
  time.now += 1
  await authenticate(headers)
  t.deepEqual(asked, ['find alice', 'find alice'])
})

test('a session whose user is gone ends after 2.5 seconds, a session that is ended ends at once', async (t) => {
  const { time, people, sessions, authenticate } = open()
  const token = sessions.create('alice', 60_000)
  const headers = { cookie: `Token=${token}` }
  await authenticate(headers)
  people.exist = false
  time.now += 2_500
  await t.throwsAsync(async () => authenticate(headers), { message: /MQWB0112E/ })

  people.exist = true
  await authenticate(headers)
  sessions.end(token)
  await t.throwsAsync(async () => authenticate(headers), { message: /MQWB0112E/ })
})

test('a session whose life ends is not accepted on a connection that knows it', async (t) => {
  const { time, sessions, authenticate } = open()
  const headers = { cookie: `Token=${sessions.create('alice', 1_000)}` }
  await authenticate(headers)
  time.now += 1_000
  await t.throwsAsync(async () => authenticate(headers), { message: /MQWB0112E/ })
})

const authorization = renderBasicCredentials('alice', 'wonderland')

test('Basic is accepted as long as its check is recent, without asking again', async (t) => {
  const { time, asked, authenticate } = open()
  t.like(await authenticate({ authorization }), { name: 'alice', mechanism: 'basic' })
  time.now += 29_999
  await authenticate({ authorization })
  t.deepEqual(asked, ['authenticate alice'])
  time.now += 1
  await authenticate({ authorization })
  t.deepEqual(asked, ['authenticate alice', 'authenticate alice'])
})

test('a cookie decides before Basic, and Basic when the cookie means nothing', async (t) => {
  const { sessions, authenticate } = open()
  const cookie = `Token=${sessions.create('alice', 60_000)}`
  t.like(await authenticate({ cookie, authorization: 'Basic !' }), { mechanism: 'form' })
  t.like(await authenticate({ cookie: 'Token=stale', authorization }), { mechanism: 'basic' })
})

for (const [title, headers, id] of [
  ['a wrong password', { authorization: renderBasicCredentials('alice', 'guess') }, 'MQWB0104E'],
  ['malformed Basic', { authorization: 'Basic !' }, 'MQWB0104E'],
  ['another scheme', { authorization: 'Bearer x' }, 'MQWB0104E'],
  ['a stale cookie', { cookie: 'Token=stale' }, 'MQWB0112E'],
  ['a stale cookie beside another scheme', { cookie: 'Token=stale', authorization: 'Bearer x' }, 'MQWB0112E'],
] as const) {
  test(`rejects ${title}`, async (t) => {
    const { authenticate } = open()
    await t.throwsAsync(async () => authenticate(headers), { message: new RegExp(`^${id}`) })
  })
}

test('without Basic authentication a right password is rejected, and the registry is not asked', async (t) => {
  const { asked, authenticate } = open({ basicAuthentication: false })
  await t.throwsAsync(async () => authenticate({ authorization }), { message: /^MQWB0104E/ })
  t.deepEqual(asked, [])
})

test('without credentials the caller is anonymous, and the registry is not asked', async (t) => {
  const { asked, authenticate } = open()
  t.like(await authenticate({}), { mechanism: 'none' })
  t.deepEqual(asked, [])
})

/** A TLS connection with a client certificate. */
function certified(commonName: string, authorized = true): object {
  const getPeerX509Certificate = () => ({ subject: `O=Acme\nCN=${commonName}` })
  return { remoteAddress: '127.0.0.1', encrypted: true, authorized, getPeerX509Certificate }
}

test('without other credentials the certificate of the connection decides', async (t) => {
  const { asked, authenticate } = open()
  t.like(await authenticate({}, certified('alice')), { mechanism: 'clientCertificate', name: 'alice' })
  t.like(await authenticate({}, certified('stranger')), { mechanism: 'none' })
  t.deepEqual(asked, ['identify alice', 'identify stranger'])
  t.like(await authenticate({}, certified('alice', false)), { mechanism: 'none' })
  t.is(asked.length, 2)
})

test('invalid credentials are rejected in spite of a certificate', async (t) => {
  const { authenticate } = open()
  for (const headers of [{ authorization: 'Bearer x' }, { cookie: 'Token=stale' }] as Record<string, string>[])
    await t.throwsAsync(async () => authenticate(headers, certified('alice')), { instanceOf: RestError })
})

test('while the registry is unavailable the response is 503 with Retry-After, for each kind of credentials', async (t) => {
  const { fault, sessions, authenticate } = open()
  fault.error = new RegistryUnavailableError('the directory does not respond')
  const cookie = `Token=${sessions.create('alice', 60_000)}`
  for (const [headers, socket] of [
    [{ cookie }, undefined],
    [{ authorization }, undefined],
    [{}, certified('alice')],
  ] as [Record<string, string>, object | undefined][]) {
    const error = await t.throwsAsync<RestError>(async () => authenticate(headers, socket))
    t.is(error?.status, 503)
    t.is(error?.id, 'MQWB0105E')
    t.regex(error?.headers['Retry-After'] ?? '', /^\d+$/)
  }
})

test('another error of the registry is passed on', async (t) => {
  const { fault, authenticate } = open()
  fault.error = new Error('a defect')
  t.is(await t.throwsAsync(async () => authenticate({}, certified('alice'))), fault.error)
})

test('with security disabled every caller passes', async (t) => {
  const { authenticate } = open({ enabled: false })
  t.like(await authenticate({ authorization: 'Bearer x' }), { mechanism: 'noSecurity' })
})

test('new groups in a registry with a cache reach a session within 5 seconds, on every connection', async (t) => {
  const { time, alice, registry, sessions, authenticate } = open()
  const { find } = registry
  const cache = openIdentityCache(
    () => time.now,
    async (name) => (await find(name)) && { ...alice },
  )
  registry.find = cache.find
  const headers = { cookie: `Token=${sessions.create('alice', 60_000)}` }
  const groupsOn = async (socket: object) => (await authenticate(headers, socket)).principal.groups
  const [early, late] = [{}, {}]
  await groupsOn(early)
  alice.groups = ['auditors']
  time.now += 2_499
  await groupsOn(late)
  time.now += 2_501
  t.deepEqual([await groupsOn(early), await groupsOn(late)], [['auditors'], ['auditors']])
})

for (const [subject, error, reason] of [
  ['CN=stranger', undefined, /no user with the CN/],
  ['CN=alice', 'CERT_HAS_EXPIRED', /not trusted: CERT_HAS_EXPIRED/],
  ['', undefined, /no subject/],
] as const) {
  test(`a certificate with the subject "${subject}" is logged once with ${reason}`, async (t) => {
    const { logged, authenticate } = open()
    const getPeerX509Certificate = () => ({ subject })
    const trust = { authorized: error === undefined, authorizationError: error }
    const socket = { encrypted: true, ...trust, getPeerX509Certificate }
    for (const _ of [1, 2]) t.like(await authenticate({}, socket), { mechanism: 'none' })
    t.is(logged.length, 1)
    t.regex((logged[0] as { reason: string }).reason, reason)
  })
}
