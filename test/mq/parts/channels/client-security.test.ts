/** CONNAUTH: which clients of a channel need a password, and whose user they get. */
import test from 'ava'
import { initialAttributes } from '../../../../src/mq/manager/objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../../../src/mq/manager/objects/object-definitions.ts'
import type { ClientCredentials } from '../../../../src/mq/manager/types/channel-host.ts'
import type { Principal } from '../../../../src/mq/manager/types/connection.ts'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'
import type { ObjectKind, ObjectRecord } from '../../../../src/mq/manager/types/services.ts'
import { createClientSecurity } from '../../../../src/mq/parts/channels/client-security.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

const alice: Principal = { name: 'alice', groups: ['apps'], privileged: false }

function recordOf(kind: ObjectKind, type: string, name: string, more: object = {}): ObjectRecord {
  const attributes = { ...initialAttributes(objectDefinitions[kind], type), ...more }
  return { kind, name, type, attributes, created: 0, altered: 0 }
}

/** Authenticates a client of an AMQP channel; CONNAUTH names an object with these attributes. */
async function authenticate(
  client: Partial<ClientCredentials>,
  authinfo: object,
  { connauth = 'AUTH', type = 'IDPWOS', mcauser = '' } = {},
): Promise<Principal> {
  const objects = [recordOf('authinfo', type, 'AUTH', { FAILDLAY: 0, ...authinfo })]
  const security = createClientSecurity({
    log: silentLog,
    attribute: (keyword) => ({ CONNAUTH: connauth, CHLAUTH: 'DISABLED' })[keyword],
    objects: { find: (_kind, name) => objects.find((each) => each.name === name), list: () => [] },
    verifyPassword: async (user, password) => (user === 'alice' && password === 'right' ? alice : undefined),
  })
  return security.authenticate({
    channel: recordOf('channel', 'AMQP', 'C', { MCAUSER: mcauser }),
    address: '127.0.0.1',
    tls: undefined,
    user: '',
    password: undefined,
    fallbackUser: '',
    ...client,
  } as ClientCredentials)
}

const right = { user: 'alice', password: 'right' }

test('a right password gives its user with ADOPTCTX(YES), the user of the channel without', async (t) => {
  const required = { CHCKCLNT: 'REQUIRED', ADOPTCTX: 'YES' }
  t.deepEqual(await authenticate(right, required), alice)
  const kept = await authenticate(right, { ...required, ADOPTCTX: 'NO' }, { mcauser: 'orders' })
  t.is(kept.name, 'orders')
})

for (const [title, client, authinfo, options, text] of [
  ['a wrong password', { ...right, password: 'wrong' }, { CHCKCLNT: 'OPTIONAL' }, {}, /is wrong/],
  ['no password where one is required', { user: 'alice' }, { CHCKCLNT: 'REQUIRED' }, {}, /needs a user name/],
  ['an object that does not exist', right, {}, { connauth: 'NONE' }, /CONNAUTH names NONE, and there is no such/],
  ['an LDAP object', right, {}, { type: 'IDPWLDAP' }, /only IDPWOS is supported/],
] as const) {
  test(`a client with ${title} is rejected`, async (t) => {
    const error = await t.throwsAsync(authenticate(client, authinfo, options), { instanceOf: MqError })
    t.is(error.reasonCode, 2035)
    t.regex(error.message, text)
  })
}

test('without CONNAUTH, and with CHCKCLNT(NONE), a password is not checked', async (t) => {
  const client = { user: 'bob', password: 'anything' }
  t.is((await authenticate(client, {}, { connauth: '' })).name, 'bob')
  t.is((await authenticate(client, { CHCKCLNT: 'NONE' })).name, 'bob')
})
