import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import test from 'ava'

import { findStoreUrlMistake, openStateStore, StateStoreError } from '../../src/storage/index.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'sluice-store-'))
test.after.always(() => rmSync(dataFolder, { recursive: true, force: true }))

for (const url of [
  '',
  'sqlite:',
  'sqlite:other.db',
  'SQLITE',
  'postgres:',
  'mysql://anna:secret@db/sluice',
]) {
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
