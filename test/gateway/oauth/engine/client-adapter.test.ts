import test from 'ava'
import type { Adapter, Provider } from 'oidc-provider'
import { findClientsByIdentity } from '../../../../src/gateway/oauth/engine/client-adapter.ts'

/** Returns a library whose clients are `{ metadata }`, and which counts how often it builds one. */
function fakeLibrary(applications: Map<string, object>) {
  const built: string[] = []
  const Client = {
    adapter: { find: async (id: string) => applications.get(id) } as Adapter,
    async find(id: string) {
      built.push(id)
      return { metadata: applications.get(id) }
    },
  }
  findClientsByIdentity({ Client } as unknown as Pick<Provider, 'Client'>)
  return { find: (id: string) => Client.find(id), built }
}

test('builds the client of an application once, and again for other metadata', async (t) => {
  const applications = new Map<string, object>([['app', { name: 'first' }]])
  const { find, built } = fakeLibrary(applications)
  t.is(await find('app'), await find('app'))
  t.deepEqual(built, ['app'])

  const second = { name: 'second' }
  applications.set('app', second)
  t.is((await find('app')).metadata, second)
  t.deepEqual(built, ['app', 'app'])
})

for (const id of ['', 'unknown']) {
  test(`finds no client for "${id}"`, async (t) => {
    const { find, built } = fakeLibrary(new Map())
    t.is(await find(id), undefined as never)
    t.deepEqual(built, [])
  })
}
