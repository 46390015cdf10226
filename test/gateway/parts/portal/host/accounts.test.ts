import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openAccounts } from '../../../../../src/gateway/parts/portal/host/accounts.ts'
import { AccountsUnavailableError } from '../../../../../src/gateway/parts/portal/index.ts'
import {
  addUser,
  openUsersInFile,
  RegistryUnavailableError,
  type UserRegistry,
} from '../../../../../src/shared/registries/index.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'

for (const [what, error, retryAfter] of [
  ['says when', new RegistryUnavailableError('busy', { retryAfter: 40 }), 40],
  ['fails in another way', new Error('defect'), 5],
] as const) {
  test(`a registry that ${what} makes the accounts unavailable for ${retryAfter} seconds`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-accounts-'))
    t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    const file = join(folder, 'staff.json')
    await addUser(openUsersInFile({ file, caseSensitive: true }), 'anna', 'correct horse')
    const settings = { name: 'staff', settings: { users_file: file }, caseSensitive: true }
    const registry = {
      authenticate: async () => {
        throw error
      },
    } as unknown as UserRegistry
    const accounts = openAccounts({ users: settings as never, registry }, openMemoryStore({ clock: Date.now }))

    const rejection = await t.throwsAsync(
      accounts.authenticate('anna', 'correct horse', new AbortController().signal),
      { instanceOf: AccountsUnavailableError },
    )
    t.is(rejection?.retryAfter, retryAfter)
    t.is(rejection?.cause, error)
  })
}
