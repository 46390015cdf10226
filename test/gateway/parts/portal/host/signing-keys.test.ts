import test from 'ava'
import { openPortalSigningKeys } from '../../../../../src/gateway/parts/portal/host/signing-keys.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'
import { provider } from '../../../data-plane/_support/documents.ts'

test('keys outside the store are not rotated at the portal', async (t) => {
  const clock = () => 1_000
  const store = openMemoryStore({ clock })
  const settings = { ...provider, signingKeys: { kind: 'file', path: '/run/secrets/oauth' } } as const
  const keys = openPortalSigningKeys({
    catalog: { path: '/acme/sandbox', providers: new Map([[settings.name, settings]]) },
    store,
    clock,
    audit: async () => t.fail('nothing was changed'),
  })
  t.deepEqual(await keys.rotate(settings.name, 'owner'), { refused: 'keys_elsewhere' })
  t.deepEqual(await keys.list(settings.name), [])
})
