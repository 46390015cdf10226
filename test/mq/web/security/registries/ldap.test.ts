import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { Client } from 'ldapts'
import { openLdapRegistry } from '../../../../../src/mq/web/security/registries/ldap.ts'
import type { LdapRegistrySettings } from '../../../../../src/mq/web/settings/ldap-registry.ts'
import { readSettings } from '../../../../../src/mq/web/settings/read.ts'
import { escapeDnValue } from '../../../../../src/shared/registries/directory/index.ts'
import { RegistryUnavailableError } from '../../../../../src/shared/registries/index.ts'
import { admin, base, missing, type Slapd, startSlapd } from '../../../../shared/registries/ldap/_slapd.ts'
import { openServer } from '../../_support/server.ts'
import { behavesAsMqUserRegistry, writers } from './conformance.ts'

const test = missing ? (anyTest.skip as unknown as TestFn) : anyTest
if (missing) anyTest.skip(`the tests of the LDAP registry of mqweb: ${missing}`, () => {})

const server = missing ? undefined : startSlapd().then(withGroups)
anyTest.after.always(async () => (await server)?.stop())

/** `alice` is a member of `staff`, which is a member of `MQWebAdminGroup`. */
async function withGroups(slapd: Slapd): Promise<Slapd> {
  const client = new Client({ url: slapd.url })
  await client.bind(admin.admin_dn, admin.admin_password)
  const person = (uid: string, userPassword: string) =>
    client.add(`uid=${uid},ou=people,${base}`, { objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid, userPassword })
  await person('mqalice', 'wonder(land)*')
  await person('mqbob', 'builder')
  const group = (cn: string, member: string) =>
    client.add(`cn=${cn},${base}`, { objectClass: 'groupOfNames', cn, member })
  await group('staff', `uid=mqalice,ou=people,${base}`)
  await group('writers', `uid=${writers[0]},ou=people,${base}`)
  await group('MQWebAdminGroup', `cn=staff,${base}`)
  await client.unbind()
  return slapd
}

function xml(url: URL, attributes = ''): string {
  return `<server>
    <enterpriseApplication id="com.ibm.mq.rest"><application-bnd>
      <security-role name="MQWebAdmin"><group name="mqwebadmingroup" realm="Org"/></security-role>
      <security-role name="MQWebUser"><user name="mqbob" realm="Org"/></security-role>
    </application-bnd></enterpriseApplication>
    <ldapRegistry id="ldap" realm="Org" host="${url.hostname}" port="${url.port}" baseDN="${base}" ldapType="Custom"
      bindDN="${admin.admin_dn}" bindPassword="${admin.admin_password}" recursiveSearch="true"
      sslEnabled="${url.protocol === 'ldaps:'}" ${attributes}>
      <customFilters userFilter="(&amp;(uid=%v)(objectclass=inetOrgPerson))"
        groupFilter="(&amp;(cn=%v)(objectclass=groupOfNames))" userIdMap="*:uid" groupIdMap="*:cn"
        groupMemberIdMap="groupOfNames:member"/>
    </ldapRegistry>
  </server>`
}

async function open(t: ExecutionContext, changes: Partial<LdapRegistrySettings> = {}, secure = false, attributes = '') {
  const slapd = (await server) as Slapd
  const text = xml(new URL(secure ? slapd.secureUrl : slapd.url), attributes)
  const { settings } = readSettings(text, {
    file: 'mqwebuser.xml',
    folder: '/',
    environment: { MQWEB_LTPA_SUFFIX: '1' },
  })
  const found = { ...(settings.security.registry as LdapRegistrySettings), ...changes }
  const registry = openLdapRegistry(found, { clock: () => 0, readTrustedCas: async () => slapd.ca })
  t.teardown(() => registry.close())
  return registry
}

behavesAsMqUserRegistry(test, async (t) => ({
  registry: await open(t),
  realm: 'Org',
  subjectOf: (name) => ({ commonName: name, distinguishedName: `uid=${escapeDnValue(name)},ou=people,${base}` }),
}))

test('an anonymous search finds users and groups', async (t) => {
  const registry = await open(t, { bind: undefined })
  t.deepEqual(await registry.authenticate('mqalice', 'wonder(land)*'), {
    name: 'mqalice',
    groups: ['staff', 'MQWebAdminGroup'],
  })
  t.is(await registry.authenticate('mqalice', 'wrong'), undefined)
})

for (const name of [' mqalice', 'mqalice ', 'mqal\u200bice']) {
  test(`rejects another spelling of a name: ${JSON.stringify(name)}`, async (t) => {
    t.is(await (await open(t)).authenticate(name, 'wonder(land)*'), undefined)
  })
}

test('reports a directory that does not respond in time', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  silent.on('connection', (socket) => t.teardown(() => socket.destroy()))
  const { port } = silent.address() as AddressInfo
  const registry = await open(t, { host: '127.0.0.1', port, timeoutMs: 200 })
  await t.throwsAsync(registry.authenticate('mqalice', 'wonder(land)*'), {
    instanceOf: RegistryUnavailableError,
    message: 'registry Org: the directory did not respond within 0.2 s',
  })
})

test('returns a user with direct and nested groups', async (t) => {
  const registry = await open(t)
  t.deepEqual(await registry.authenticate('mqalice', 'wonder(land)*'), {
    name: 'mqalice',
    groups: ['staff', 'MQWebAdminGroup'],
  })
  t.deepEqual(await registry.find('mqbob'), { name: 'mqbob', groups: [] })
})

test('returns only direct groups without recursiveSearch', async (t) => {
  const registry = await open(t, { nestedGroups: false })
  t.deepEqual((await registry.find('mqalice'))?.groups, ['staff'])
})

for (const [title, name, password] of [
  ['a wrong password', 'mqalice', 'builder'],
  ['an unknown user', 'nobody', 'builder'],
  ['no password', 'mqalice', ''],
  ['a name that is a pattern', 'mq*', 'builder'],
  ['a name that ends the filter', 'mqbob)(uid=*', 'builder'],
  ['a name that two entries have', 'twin', 'one'],
] as const) {
  test(`does not know ${title}`, async (t) => {
    t.is(await (await open(t)).authenticate(name, password), undefined)
  })
}

test('connects with TLS and verifies the certificate with the trust store', async (t) => {
  t.truthy(await (await open(t, {}, true)).authenticate('mqbob', 'builder'))
})

test('identifies the user of a certificate, by the DN or by a filter', async (t) => {
  const subject = { commonName: 'mqbob', distinguishedName: `uid=mqbob,ou=people,${base}` }
  const exact = await open(t)
  t.like(await exact.identify(subject), { name: 'mqbob' })
  t.true('rejected' in (await exact.identify({ ...subject, distinguishedName: `uid=none,${base}` })))
  t.like(await exact.identify({ ...subject, commonName: undefined }), { name: 'mqbob' })

  const filtered = await open(
    t,
    {},
    false,
    `certificateMapMode="CERTIFICATE_FILTER" certificateFilter="uid=\${SubjectCN}"`,
  )
  t.like(await filtered.identify({ ...subject, distinguishedName: 'CN=mqbob' }), { name: 'mqbob' })
  for (const commonName of ['*', undefined])
    t.true('rejected' in (await filtered.identify({ commonName, distinguishedName: 'CN=*' })))
})

for (const [title, changes] of [
  ['nobody listens', { port: 1 }],
  ['the searching account is refused', { bind: { dn: admin.admin_dn, password: 'wrong' } }],
  ['the base does not exist', { baseDn: 'dc=elsewhere' }],
] as const) {
  test(`reports an unavailable registry when ${title}`, async (t) => {
    const registry = await open(t, changes)
    await t.throwsAsync(registry.authenticate('mqbob', 'builder'), { instanceOf: RegistryUnavailableError })
  })
}

test('reports an unavailable registry when the subject of a certificate cannot be searched', async (t) => {
  const registry = await open(t, { port: 1, bind: undefined })
  const subject = { commonName: 'mqbob', distinguishedName: `uid=mqbob,ou=people,${base}` }
  await t.throwsAsync(registry.identify(subject), { instanceOf: RegistryUnavailableError })
})

test('gives roles to users and groups of the directory', async (t) => {
  const { call } = await openServer(t, { xml: xml(new URL(((await server) as Slapd).url)) })
  const who = async (user: string) => (await call('GET', '/ibmmq/rest/v2/login', { user })).json
  t.deepEqual(await who('mqalice:wonder(land)*'), { user: [{ name: 'mqalice', role: ['MQWebAdmin'] }] })
  t.deepEqual(await who('mqbob:builder'), { user: [{ name: 'mqbob', role: ['MQWebUser'] }] })
})

test('responds with 503 while the directory is unavailable', async (t) => {
  const { call } = await openServer(t, { xml: xml(new URL('ldap://127.0.0.1:1')) })
  const reply = await call('GET', '/ibmmq/rest/v2/login', { user: 'mqbob:builder' })
  t.is(reply.status, 503)
  t.is(reply.json.error[0].msgId, 'MQWB0105E')
  t.is(reply.headers['retry-after'], '5')
})
