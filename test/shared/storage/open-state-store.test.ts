import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import {
  describeStateStore,
  findStoreUrlMistake,
  openExistingStateStore,
  openStateStore,
  StateStoreError,
} from '../../../src/shared/storage/index.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'sluice-store-'))
test.after.always(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 }))

for (const url of ['', 'sqlite:', 'sqlite:other.db', 'SQLITE', 'postgres:', 'mysql://anna:secret@db/sluice']) {
  test(`the settings and the store reject ${JSON.stringify(url)} alike, without its password`, async (t) => {
    const mistake = findStoreUrlMistake(url)
    const error = await t.throwsAsync(openStateStore({ url, dataFolder }), { instanceOf: StateStoreError })
    t.is(error?.message, `SLUICE_STORE: ${mistake}`)
    t.regex(String(mistake), /accepted are sqlite and postgres:\/\/USER:PASSWORD@HOST:PORT\/DATABASE$/)
    t.false(String(mistake).includes('secret'))
  })
}

test('sqlite is a file in the data folder, which no other machine shares', async (t) => {
  t.is(findStoreUrlMistake('sqlite'), undefined)
  const { store, isShared } = await openStateStore({ url: 'sqlite', dataFolder })
  t.false(isShared)
  await store.close()
})

test('a store that no gateway has used is not opened, and no file is created', async (t) => {
  const location = { url: 'sqlite', dataFolder: join(dataFolder, 'other') }
  t.is(await openExistingStateStore(location), undefined)
  t.false(existsSync(location.dataFolder))
  await (await openStateStore(location)).store.close()
  const opened = await openExistingStateStore(location)
  t.is(await opened?.store.find('kind', 'key'), undefined)
  await opened?.store.close()
})

test('a value that names no store is rejected even when no gateway has used the data folder', async (t) => {
  const location = { url: 'mysql://db', dataFolder: join(dataFolder, 'unused') }
  await t.throwsAsync(openExistingStateStore(location), { instanceOf: StateStoreError, code: 'refused' })
})

test('a store is described by its file or its URL, without user and password', (t) => {
  t.is(describeStateStore({ url: 'sqlite', dataFolder: '/data' }), '/data/gateway.sqlite')
  t.is(describeStateStore({ url: 'postgres://anna:secret@db/x', dataFolder: '/data' }), 'postgres://***@db/x')
})

for (const url of ['postgres://db/x', 'postgresql://db/x'])
  test(`${url} is accepted`, (t) => t.is(findStoreUrlMistake(url), undefined))
