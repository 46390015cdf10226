import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { RegistrySettings } from '../../../../src/gateway/config/types/index.ts'
import { revokeTokens } from '../../../../src/gateway/parts/tokens/revoke.ts'
import { tokenCommand } from '../../../../src/gateway/parts/tokens/token-command.ts'
import { noAuditRotation } from '../../../../src/gateway/telemetry/audit/index.ts'
import { parseArguments } from '../../../../src/shared/cli/common/parse-arguments.ts'
import { systemClock } from '../../../../src/shared/lib/time/clock.ts'
import { openSqliteStore, type StateStore } from '../../../../src/shared/storage/index.ts'
import { parts } from '../../../_support/commands.ts'
import { catalog, provider } from '../../data-plane/_support/documents.ts'

async function openDataFolder(t: ExecutionContext) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sluice-revoke-'))
  t.teardown(() => rm(dataFolder, { recursive: true }))
  let output = ''
  let warnings = ''
  const registry = { name: 'users', type: 'lur', caseSensitive: false, settings: {} } as RegistrySettings
  const known = { ...catalog([]), registries: new Map([['users', registry]]) }
  const settings = { ...provider, registry: 'users' }
  const second = { ...settings, name: 'other-oauth', basePath: '/other-oauth' }
  const revoke = (user = 'alice', providers = [settings], json = false) =>
    revokeTokens(user, {
      providers: providers.map((each) => ({ catalog: known, settings: each })),
      store: { url: 'sqlite', dataFolder },
      audit: { dataFolder, rotation: noAuditRotation },
      json,
      write: (text) => {
        output += text
      },
      warn: (text) => {
        warnings += text
      },
    })
  return { dataFolder, revoke, both: [settings, second], output: () => output, warnings: () => warnings }
}

const path = 'oauth/acme/sandbox/customer-oauth'

async function openStore(t: ExecutionContext, dataFolder: string): Promise<StateStore> {
  const store = await openSqliteStore({ file: join(dataFolder, 'gateway.sqlite'), clock: systemClock })
  t.teardown(() => store.close())
  return store
}

/** Stores a refresh token of a user. */
async function saveSignIn(store: StateStore, subject: string, chain: string, kind = path) {
  const startedAt = Math.floor(Date.now() / 1000) - 10
  const consent = { chain, subject, clientId: 'app', scopes: [], grant: 'password', startedAt, refreshes: 0 }
  await store.save(`${kind}:refresh-token`, `token of ${chain}`, consent)
}

for (const [spelling, count] of [
  ['alice', '2 sign-ins'],
  ['ALICE', '2 sign-ins'],
  ['BOB', '1 sign-in'],
] as const) {
  test(`stores the revocation of ${spelling} as the registry folds the name, reports it, and records it`, async (t) => {
    const { dataFolder, revoke, output, warnings } = await openDataFolder(t)
    const store = await openStore(t, dataFolder)
    await saveSignIn(store, 'alice', 'first')
    await saveSignIn(store, 'alice', 'second')
    await saveSignIn(store, 'bob', 'third')
    t.is(await revoke(spelling), 0)
    const name = spelling.toLowerCase()
    t.is(output(), `all tokens that acme/sandbox/customer-oauth has issued to ${name} are revoked: ${count} ended\n`)
    t.is(warnings(), '')
    t.regex(await readFile(join(dataFolder, 'audit.jsonl'), 'utf8'), new RegExp(`"token revoke".*"${name}"`))
    t.like((await store.list(`${path}:revoked`))[0], { key: `user ${name}` })
  })
}

test('warns with status 1 about a name without sign-ins, and suggests a similar one', async (t) => {
  const { dataFolder, revoke, output, warnings } = await openDataFolder(t)
  const store = await openStore(t, dataFolder)
  await saveSignIn(store, 'alice', 'first')
  t.is(await revoke('alic'), 1)
  t.regex(output(), /has issued to alic are revoked: 0 sign-ins ended/)
  t.regex(warnings(), /^warning: no sign-in of "alic" is on record - did you mean "alice"\? /)
  t.like((await store.list(`${path}:revoked`))[0], { key: 'user alic' })
})

test('a second revocation ends no sign-in', async (t) => {
  const { dataFolder, revoke } = await openDataFolder(t)
  const store = await openStore(t, dataFolder)
  await saveSignIn(store, 'alice', 'first')
  t.deepEqual([await revoke(), await revoke()], [0, 1])
})

test('revokes at several providers, and succeeds when a sign-in was ended at one of them', async (t) => {
  const { dataFolder, revoke, both, output } = await openDataFolder(t)
  const store = await openStore(t, dataFolder)
  await saveSignIn(store, 'alice', 'first', 'oauth/acme/sandbox/other-oauth')
  t.is(await revoke('Alice', both, true), 0)
  t.deepEqual(JSON.parse(output()), [
    { provider: 'acme/sandbox/customer-oauth', user: 'alice', revoked: true, endedSignIns: 0 },
    { provider: 'acme/sandbox/other-oauth', user: 'alice', revoked: true, endedSignIns: 1 },
  ])
})

test('a data folder that no gateway has used is an error, and stays as it is', async (t) => {
  const { dataFolder, revoke, output } = await openDataFolder(t)
  await t.throwsAsync(revoke, {
    message: /^no gateway has used .+gateway\.sqlite, so no token is revoked\. Set SLUICE_DATA to /,
  })
  t.is(output(), '')
  t.deepEqual(await readdir(dataFolder), [])
})

for (const [title, args, message] of [
  ['no user', [], 'token revoke needs --user'],
  ['a provider and all', ['--user', 'alice', '--provider', 'a', '--all-providers'], /either --provider or --all-p/],
  ['an argument', ['alice', '--user', 'alice'], 'token revoke takes no argument - found "alice"'],
] as const) {
  test(`rejects a call with ${title}`, async (t) => {
    const run = async () =>
      tokenCommand.run(
        parseArguments(tokenCommand, ['revoke', ...args], () => {}),
        parts,
      )
    await t.throwsAsync(run, { message })
  })
}
