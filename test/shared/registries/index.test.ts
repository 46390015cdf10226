import test from 'ava'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { openUserRegistries } from '../../../src/shared/registries/index.ts'

const deps = {
  log: silentLog,
  tls: (name: string) => {
    throw new Error(`no TLS profile "${name}"`)
  },
}

const people = {
  name: 'people',
  type: 'authurl',
  caseSensitive: false,
  settings: { endpoint: { endpoint: 'http://127.0.0.1:9/', timeout: 1 } },
}

test('opens every registry under its name', async (t) => {
  const { all, close } = openUserRegistries([people, { ...people, name: 'staff' }], deps)
  t.deepEqual([...all.keys()], ['people', 'staff'])
  await close()
})

test('reports a registry of an unknown type', (t) => {
  t.throws(() => openUserRegistries([people, { ...people, name: 'odd', type: 'oracle' }], deps), {
    message: 'registry odd has the unknown type "oracle"; the types are authurl, ldap, lur, oidc',
  })
})

test('does not open a registry whose TLS profile is missing', (t) => {
  const endpoint = {
    ...people.settings.endpoint,
    tls_client_profile_url: 'https://m/api/orgs/o/tls-client-profiles/tls-people',
  }
  t.throws(() => openUserRegistries([{ ...people, settings: { endpoint } }], deps), {
    message: 'registry people: no TLS profile "tls-people"',
  })
})
