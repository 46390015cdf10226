/** Backups with the gateway's state in a real PostgreSQL server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  BackupError,
  backUpData,
  dumpStore,
  restoreData,
  restoreStore,
  verifyBackup,
} from '../../../src/sandbox/backup/index.ts'
import { openPostgresStore } from '../../../src/shared/storage/postgres/postgres-store.ts'
import { postgresBinaries, startPostgres } from '../../_support/postgres.ts'

const withPostgres = postgresBinaries
  ? test
  : (title: string) => test.skip(`${title}: PostgreSQL is not installed`, () => {})

withPostgres(
  'a backup has the data folder and the database in one set, and both are restored',
  async (t: ExecutionContext) => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-'))
    const server = await startPostgres()
    t.teardown(async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    })
    const [dataFolder, target, url] = [join(folder, 'data'), join(folder, 'backup'), `${server.url}?schema=gateway`]
    const store = await openAndSave(url, 'before')
    const { mkdir } = await import('node:fs/promises')
    await mkdir(dataFolder)
    writeFileSync(join(dataFolder, 'base-url'), 'https://gateway.example')
    const backUp = (environment = process.env) =>
      backUpData({
        dataFolder,
        target,
        now: Date.now(),
        backUpQueueManagers: async () => {},
        backUpStore: (file) => dumpStore(url, file, environment),
      })
    const missing = await t.throwsAsync(backUp({ PATH: '/nowhere' }), { instanceOf: BackupError })
    t.regex(missing.message, /^pg_dump: it is not on the PATH: install .* --without-store$/)

    const manifest = await backUp()
    t.is(manifest.store?.path, 'store.dump')
    t.is((await verifyBackup(target)).store?.sha256, manifest.store?.sha256)
    await store.save('kind', 'key', 'after')
    writeFileSync(join(dataFolder, 'base-url'), 'https://other.example')

    const restore = (replace: boolean) =>
      restoreData({
        backup: target,
        dataFolder,
        replace: true,
        now: Date.now(),
        restoreStore: (file) => restoreStore(url, file, { replace }),
      })
    await t.throwsAsync(restore(true), { instanceOf: BackupError, message: /is in use: stop all gateways/ })
    await store.close()
    await t.throwsAsync(restore(false), { instanceOf: BackupError, message: /has the schema gateway: use --replace/ })
    t.is(readFileSync(join(dataFolder, 'base-url'), 'utf8'), 'https://other.example')
    await restore(true)
    t.is(readFileSync(join(dataFolder, 'base-url'), 'utf8'), 'https://gateway.example')
    const { store: restored } = await openPostgresStore({ url })
    t.is((await restored.find('kind', 'key'))?.value, 'before')
    await restored.close()

    const without = restoreData({ backup: target, dataFolder, replace: true, now: Date.now() })
    await t.throwsAsync(without, { instanceOf: BackupError, message: /set SLUICE_STORE .* --without-store/ })
    writeFileSync(join(target, 'store.dump'), 'damaged')
    await t.throwsAsync(verifyBackup(target), { instanceOf: BackupError, message: /store\.dump is damaged/ })
  },
)

async function openAndSave(url: string, value: string) {
  const { store } = await openPostgresStore({ url })
  await store.save('kind', 'key', value)
  return store
}
