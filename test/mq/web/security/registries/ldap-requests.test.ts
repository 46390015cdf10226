/** Which requests the LDAP registry sends, and what it makes of the responses of a directory. */
import test, { type ExecutionContext } from 'ava'
import { openLdapRegistry } from '../../../../../src/mq/web/security/registries/ldap.ts'
import type { LdapRegistrySettings } from '../../../../../src/mq/web/settings/ldap-registry.ts'
import { RegistryUnavailableError } from '../../../../../src/shared/registries/index.ts'
import { certificate } from '../../../../_support/certificates.ts'
import { type DirectoryEntry, openTestDirectory, type TestDirectoryOptions } from './_test-directory.ts'

const base = 'dc=example'
const searcher = { dn: `cn=search,${base}`, password: 'search secret' }
const alice = `uid=alice,${base}`

function group(name: string, members: readonly string[]): DirectoryEntry {
  return { dn: `cn=${name},${base}`, attributes: { cn: [name], objectclass: ['group'], member: members } }
}

const entries: readonly DirectoryEntry[] = [
  { dn: searcher.dn, password: searcher.password, attributes: {} },
  { dn: alice, password: 'wonderland', attributes: { uid: ['alice', 'al'] } },
  { dn: `uid=zoe,${base}`, password: 'wonderland', attributes: { uid: ['zo(e)'] } },
  { dn: `ou=nameless,${base}`, password: 'wonderland', attributes: { ou: ['nameless'] } },
  group('writers', [alice]),
]

const ldap: Omit<LdapRegistrySettings, 'port'> = {
  type: 'ldap',
  realm: 'Org',
  host: '127.0.0.1',
  tls: false,
  ignoreCase: true,
  timeoutMs: 10_000,
  baseDn: base,
  bind: searcher,
  userFilter: '(uid=%v)',
  userId: 'uid',
  groupFilter: '(&(cn=%v)(objectclass=group))',
  groupId: 'cn',
  memberAttributes: ['member'],
  nestedGroups: false,
  certificates: { mode: 'exactDn' },
}

interface Opening extends Partial<TestDirectoryOptions> {
  settings?: Partial<LdapRegistrySettings>
  trusted?: string
}

async function open(t: ExecutionContext, { settings = {}, trusted, ...options }: Opening = {}) {
  const directory = await openTestDirectory({ entries, readers: [searcher.dn], ...options })
  const time = { now: 0 }
  const registry = openLdapRegistry(
    { ...ldap, port: directory.port, ...settings },
    { clock: () => time.now, readTrustedCas: async () => trusted },
  )
  t.teardown(async () => {
    await registry.close()
    directory.close()
  })
  return { registry, time, requests: directory.requests }
}

const groupsOfAlice = `sub ${base} (&(&(cn=*)(objectclass=group))(|(member=${alice}))) cn`

test('a sign-in searches the user, binds with the password, and reads the groups as the search account', async (t) => {
  const { registry, requests } = await open(t)
  t.deepEqual(await registry.authenticate('alice', 'wonderland'), { name: 'alice', groups: ['writers'] })
  t.deepEqual(requests, [
    `bind ${searcher.dn}`,
    `sub ${base} (uid=alice) uid`,
    `bind ${alice}`,
    `bind ${searcher.dn}`,
    groupsOfAlice,
  ])
})

test('without a search account, searches are anonymous and a bind resets the rights of the user', async (t) => {
  const { registry, requests } = await open(t, { settings: { bind: undefined }, readers: [''] })
  t.deepEqual(await registry.authenticate('alice', 'wonderland'), { name: 'alice', groups: ['writers'] })
  t.deepEqual(requests, [`sub ${base} (uid=alice) uid`, `bind ${alice}`, 'bind ', groupsOfAlice])
})

test('without a search account, users and certificates are found without a bind', async (t) => {
  const { registry, requests } = await open(t, { settings: { bind: undefined }, readers: [''] })
  t.deepEqual(await registry.find('alice'), { name: 'alice', groups: ['writers'] })
  t.deepEqual(requests.splice(0), [`sub ${base} (uid=alice) uid`, groupsOfAlice])
  const subject = { commonName: 'any', distinguishedName: alice }
  t.deepEqual(await registry.identify(subject), { name: 'alice', groups: ['writers'] })
  t.deepEqual(requests, [`base ${alice} (objectClass=*) uid`, groupsOfAlice])
})

for (const [title, name, password] of [
  ['a wrong password', 'alice', 'guess'],
  ['an unknown user', 'mallory', 'wonderland'],
  ['a name that no user can have', ' alice', 'wonderland'],
] as const) {
  test(`${title} costs a bind and reads no groups`, async (t) => {
    const { registry, requests } = await open(t)
    t.is(await registry.authenticate(name, password), undefined)
    t.is(requests.filter((each) => each.startsWith('bind')).length, 2)
    t.false(requests.includes(groupsOfAlice))
  })
}

for (const password of ['', 'wonderland\0']) {
  test(`the password ${JSON.stringify(password)} is rejected without a request`, async (t) => {
    const { registry, requests } = await open(t)
    t.is(await registry.authenticate('alice', password), undefined)
    t.deepEqual(requests, [])
  })
}

test('special characters of a name are escaped in the filter', async (t) => {
  const { registry, requests } = await open(t)
  t.like(await registry.find('zo(e)'), { name: 'zo(e)' })
  t.true(requests.includes(`sub ${base} (uid=zo\\28e\\29) uid`))
  t.is(await registry.find('*'), undefined)
})

test('a name that no user can have is not searched', async (t) => {
  const { registry, requests } = await open(t)
  t.is(await registry.find('alice '), undefined)
  t.deepEqual(requests, [`bind ${searcher.dn}`])
})

test('a found user is kept for 30 seconds, and a closed registry asks no directory', async (t) => {
  const { registry, time, requests } = await open(t)
  const identity = { name: 'alice', groups: ['writers'] }
  t.deepEqual(await registry.find('alice'), identity)
  const asked = requests.length
  time.now = 2_499
  t.deepEqual(await registry.find('alice'), identity)
  t.is(requests.length, asked)
  time.now = 2_500
  t.deepEqual(await registry.find('alice'), identity)
  t.is(requests.length, 2 * asked)
  await registry.close()
  await t.throwsAsync(registry.find('zo(e)'), { instanceOf: RegistryUnavailableError, message: /closed/ })
})

test('a certificate is found by its distinguished name, as the search account', async (t) => {
  const { registry, requests } = await open(t)
  t.deepEqual(await registry.identify({ commonName: 'any', distinguishedName: alice }), {
    name: 'alice',
    groups: ['writers'],
  })
  t.deepEqual(requests.slice(0, 2), [`bind ${searcher.dn}`, `base ${alice} (objectClass=*) uid`])
  t.true('rejected' in (await registry.identify({ commonName: 'alice', distinguishedName: `uid=none,${base}` })))
})

test('a certificate of an entry without a user id identifies no user', async (t) => {
  const { registry, requests } = await open(t)
  t.true('rejected' in (await registry.identify({ commonName: 'x', distinguishedName: `ou=nameless,${base}` })))
  t.is(requests.length, 2)
})

for (const [code, isUnknown] of [
  [32, true], // noSuchObject
  [34, true], // invalidDNSyntax
  [50, false], // insufficientAccessRights
  [51, false], // busy
] as const) {
  test(`the result code ${code} for the subject of a certificate ${isUnknown ? 'identifies no user' : 'is an outage'}`, async (t) => {
    const { registry } = await open(t, { failSearch: () => code })
    const identity = registry.identify({ commonName: 'alice', distinguishedName: alice })
    if (isUnknown) t.true('rejected' in (await identity))
    else await t.throwsAsync(identity, { instanceOf: RegistryUnavailableError })
  })
}

for (const [filter, subject, searched] of [
  [`uid=\${SubjectCN}`, { commonName: 'alice', distinguishedName: 'CN=x' }, '(uid=alice)'],
  [`(uid=\${SubjectCN})`, { commonName: 'alice', distinguishedName: 'CN=x' }, '(uid=alice)'],
  [`(uid=\${SubjectCN})`, { commonName: '$&*', distinguishedName: 'CN=x' }, '(uid=$&\\2a)'],
  [`(dn=\${SubjectDN})`, { commonName: 'x', distinguishedName: 'CN=a(b)' }, '(dn=CN=a\\28b\\29)'],
  [`(|(uid=\${SubjectCN})(dn=\${SubjectDN}))`, { commonName: 'x', distinguishedName: 'CN=y' }, '(|(uid=x)(dn=CN=y))'],
] as const) {
  test(`the certificate filter ${filter} searches ${searched}`, async (t) => {
    const { registry, requests } = await open(t, { settings: { certificates: { mode: 'filter', filter } } })
    const identity = await registry.identify(subject)
    t.is(requests[1], `sub ${base} ${searched} uid`)
    t.is('name' in identity ? identity.name : undefined, searched === '(uid=alice)' ? 'alice' : undefined)
  })
}

test('attributes are found in the case of the directory', async (t) => {
  const settings = { userId: 'UID', groupId: 'CN' }
  const { registry } = await open(t, { settings })
  t.deepEqual(await registry.identify({ commonName: 'any', distinguishedName: alice }), {
    name: 'alice',
    groups: ['writers'],
  })
})

/** Groups `g1` to `gN`, each a member of the next one; `alice` is a member of `g1`. */
function chain(length: number): DirectoryEntry[] {
  return Array.from({ length }, (_, index) => group(`g${index + 1}`, [index === 0 ? alice : `cn=g${index},${base}`]))
}

const searchesOf = (requests: readonly string[]) => requests.filter((each) => each.includes('member=')).length

for (const [nestedGroups, length, found] of [
  [false, 3, 1],
  [true, 3, 3],
  [true, 10, 10],
  [true, 11, 10],
] as const) {
  test(`of a chain of ${length} groups, a user has ${found} ${nestedGroups ? 'with' : 'without'} nested groups`, async (t) => {
    const { registry, requests } = await open(t, {
      settings: { nestedGroups },
      entries: [...entries.slice(0, 2), ...chain(length)],
    })
    const { groups } = (await registry.find('alice')) ?? { groups: [] }
    t.deepEqual(
      groups,
      Array.from({ length: found }, (_, index) => `g${index + 1}`),
    )
    t.is(searchesOf(requests), nestedGroups ? Math.min(length + 1, 10) : 1)
  })
}

test('groups that contain each other are searched once', async (t) => {
  const one = group('one', [alice, `cn=two,${base}`])
  const two = group('two', [`cn=one,${base}`])
  const { registry, requests } = await open(t, {
    settings: { nestedGroups: true },
    entries: [...entries.slice(0, 2), one, two],
  })
  t.deepEqual((await registry.find('alice'))?.groups, ['one', 'two'])
  t.is(searchesOf(requests), 3)
})

test('each member attribute counts, and each name of a group once', async (t) => {
  const unique = {
    dn: `cn=unique,${base}`,
    attributes: { cn: ['unique', 'writers'], objectclass: ['group'], uniquemember: [alice] },
  }
  const { registry } = await open(t, {
    settings: { memberAttributes: ['member', 'uniquemember'] },
    entries: [...entries, unique],
  })
  t.deepEqual((await registry.find('alice'))?.groups, ['writers', 'unique'])
})

test('TLS connections verify the certificate of the directory', async (t) => {
  const pair = await certificate('directory')
  const settings = { tls: true }
  const right = await open(t, { pair, settings, trusted: pair.cert })
  t.like(await right.registry.authenticate('alice', 'wonderland'), { name: 'alice' })

  for (const trusted of [undefined, (await certificate('another')).cert]) {
    const wrong = await open(t, { pair, settings, ...(trusted && { trusted }) })
    await t.throwsAsync(wrong.registry.authenticate('alice', 'wonderland'), {
      instanceOf: RegistryUnavailableError,
      message: /certificate/,
    })
    t.deepEqual(wrong.requests, [])
  }
})

test('connects to an IPv6 address', async (t) => {
  const { registry } = await open(t, { settings: { host: '::1', port: 1 } })
  await t.throwsAsync(registry.find('alice'), { message: /::1/ })
})
