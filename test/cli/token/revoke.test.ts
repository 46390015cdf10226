import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import test, { type ExecutionContext } from 'ava'

import { revokeTokens } from '../../../src/cli/token/revoke.ts'
import { tokenCommand } from '../../../src/cli/token/token-command.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { openSqliteStore } from '../../../src/storage/index.ts'
import { noAuditRotation } from '../../../src/telemetry/audit/index.ts'
import { catalog, provider } from '../../gateway/_support/documents.ts'

async function openDataFolder(t: ExecutionContext) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sluice-revoke-'))
  t.teardown(() => rm(dataFolder, { recursive: true }))
  let output = ''
  const revoke = () =>
    revokeTokens('alice', {
      provider: { catalog: catalog([]), settings: provider },
      store: { url: 'sqlite', dataFolder },
      audit: { dataFolder, rotation: noAuditRotation },
      json: false,
      write: (text) => {
        output += text
      },
    })
  return { dataFolder, revoke, output: () => output }
}

test('stores the revocation, reports it, and records it in the audit trail', async (t) => {
  const { dataFolder, revoke, output } = await openDataFolder(t)
  const store = await openSqliteStore({ file: join(dataFolder, 'gateway.sqlite'), clock: systemClock })
  t.teardown(() => store.close())
  t.is(await revoke(), 0)
  t.is(output(), 'all tokens that acme/sandbox/customer-oauth has issued to alice are revoked\n')
  t.regex(await readFile(join(dataFolder, 'audit.jsonl'), 'utf8'), /"token revoke".*"alice"/)
  t.like((await store.list('oauth/acme/sandbox/customer-oauth:revoked'))[0], { key: 'user alice' })
})

test('a data folder that no gateway has used is an error, and stays as it is', async (t) => {
  const { dataFolder, revoke, output } = await openDataFolder(t)
  await t.throwsAsync(revoke, {
    message: /^no gateway has used .+gateway\.sqlite, so no token is revoked\. Set SLUICE_DATA to /,
  })
  t.is(output(), '')
  t.deepEqual(await readdir(dataFolder), [])
})

for (const [title, positionals, options, message] of [
  ['no user', ['revoke'], {}, /--user NAME is missing/],
  ['an argument', ['revoke', 'alice'], { user: 'alice' }, /revoke takes no argument - found "alice"/],
] as const) {
  test(`rejects a call with ${title}`, async (t) => {
    const call = { positionals: [...positionals], options, write: () => {} }
    await t.throwsAsync(async () => tokenCommand.run(call), { message })
  })
}
