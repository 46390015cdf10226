import { hash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { ProofTable } from '../../../../src/shared/security/proofs/proof-table.ts'
import { openUsedProofs } from '../../../../src/shared/security/proofs/used-proofs.ts'

const minuteMs = 60_000
const start = 30_000_000 * minuteMs
const proof = (id: string, expiresAt = start + 5 * minuteMs) => ({ id: hash('sha256', id, 'base64url'), expiresAt })

async function newFolder(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'sluice-')), 'used-proofs')
}

test('a proof is used once, also by requests at the same time, and others are not affected', async (t) => {
  for (const folder of [undefined, await newFolder()]) {
    const claim = openUsedProofs(() => start, folder)
    const answers = await Promise.all([claim(proof('a')), claim(proof('a')), claim(proof('b')), claim(proof('a'))])
    t.deepEqual(answers, [true, false, true, false])
    t.false(await claim(proof('b')))
  }
})

test('a process that starts after the end of another one knows its proofs, and half a proof does no harm', async (t) => {
  const folder = await newFolder()
  const first = openUsedProofs(() => start, folder)
  t.true(await first(proof('a')))
  t.true(await first(proof('b', start + 9 * minuteMs)))
  await appendFile(join(folder, '30000005'), 'xyz')
  const second = openUsedProofs(() => start, folder)
  t.deepEqual(await Promise.all([second(proof('a')), second(proof('b', start + 9 * minuteMs))]), [false, false])
  t.true(await second(proof('c')))
  const third = openUsedProofs(() => start, folder)
  t.deepEqual(await Promise.all([third(proof('a')), third(proof('c')), third(proof('d'))]), [false, false, true])
  t.is((await stat(join(folder, '30000005'))).mode & 0o777, 0o600)
  t.is((await readFile(join(folder, '30000005'))).length, 3 * 8)
})

test('the files of expired proofs are removed, and files that are no proofs stay', async (t) => {
  const folder = await newFolder()
  let now = start
  const claim = openUsedProofs(() => now, folder)
  t.true(await claim(proof('a', start + minuteMs)))
  await writeFile(join(folder, 'notes.txt'), '')
  now += 2 * minuteMs
  t.false(await claim(proof('a', start + minuteMs)), 'a request may have waited before it comes here')
  now += 1
  t.true(await claim(proof('b', start + 4 * minuteMs)))
  t.deepEqual(await readdir(folder), ['30000004', 'notes.txt'])
  t.true(await openUsedProofs(() => start + 9 * minuteMs, folder)(proof('c', start + 9 * minuteMs)))
  t.deepEqual(await readdir(folder), ['30000009', 'notes.txt'])
})

test('a proof that cannot be written is rejected, also when it comes again, and later ones are written', async (t) => {
  const folder = await newFolder()
  const claim = openUsedProofs(() => start, folder)
  t.true(await claim(proof('a')))
  await symlink('/dev/full', join(folder, '30000007'))
  await t.throwsAsync(claim(proof('b', start + 7 * minuteMs)), { message: /ENOSPC/ })
  t.false(await claim(proof('b', start + 7 * minuteMs)))
  await rm(folder, { recursive: true })
  t.true(await claim(proof('c')))
  t.false(await openUsedProofs(() => start, folder)(proof('c')))
})

test('a folder that cannot be read rejects proofs until it can', async (t) => {
  const folder = await newFolder()
  await writeFile(folder, 'a file')
  const claim = openUsedProofs(() => start, folder)
  await t.throwsAsync(claim(proof('a')), { message: /EEXIST|ENOTDIR/ })
  await rm(folder)
  t.true(await claim(proof('a')))
})

test('a table keeps every hash while it grows', (t) => {
  const table = new ProofTable()
  const count = 20_000
  const pairs = Array.from({ length: count }, (_, index) => [index % 7, Math.floor(index / 7)] as const)
  t.true(pairs.every(([high, low]) => low === 0 || table.add(high, low)))
  t.true(table.add(1 << 31, 0))
  t.true(pairs.every(([high, low]) => low === 0 || !table.add(high, low)))
  t.is(table.size, count - 7 + 1)
})
