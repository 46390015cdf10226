import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'ava'
import {
  type CompletedItems,
  verifyItem,
} from '../../../../../../src/mq/parts/file-transfer/engine/receiving/incoming-items.ts'

const written = { size: 3, checksum: 'ABC', isSynced: false }

/** Verifies a staged binary file of 3 bytes with the checksum ABC against what its source has sent. */
async function verify(end: { size: number; checksum?: string }, opening: object = { mode: 'binary' }) {
  const staged = join(mkdtempSync(join(tmpdir(), 'sluice-staged-')), 'file')
  writeFileSync(staged, 'abc')
  const found = { verified: [], failed: [], unsynced: [] } as unknown as CompletedItems
  const entry = { item: 1, opening, target: '/target', staged }
  await verifyItem(entry as never, end, written, found)
  return { found, staged }
}

for (const end of [{ size: 3, checksum: 'ABC' }, { size: 3 }]) {
  test(`a file with the size and ${end.checksum ? 'the checksum' : 'no checksum'} of its source is published after a sync`, async (t) => {
    const { found, staged } = await verify(end)
    t.like({ verified: found.verified.length, failed: found.failed.length }, { verified: 1, failed: 0 })
    t.deepEqual([...found.unsynced], [staged])
  })
}

for (const [end, message] of [
  [{ size: 4, checksum: 'ABC' }, /BFGTR0077E: 3 bytes arrived, and the source has 4/],
  [{ size: 3, checksum: 'ABD' }, /BFGTR0078E: the checksum ABC is not that of the source, ABD/],
] as const) {
  test(`a file that differs from its source is removed: ${message.source.slice(0, 10)}`, async (t) => {
    const { found, staged } = await verify(end)
    t.regex(JSON.stringify(found.failed), message)
    t.is(found.verified.length, 0)
    t.false(existsSync(staged))
  })
}

test('nothing stays of text that cannot be converted', async (t) => {
  const opening = { mode: 'text', targetEncoding: 'no encoding', endOfLine: 'LF' }
  const half = { mode: 'text', sourceEncoding: 'utf-16le', endOfLine: 'LF' } // 3 bytes are no UTF-16
  for (const each of [opening, half]) {
    const { found, staged } = await verify({ size: 3 }, each)
    t.regex(JSON.stringify(found.failed), /BFGTR0079E/)
    t.deepEqual(
      readdirSync(dirname(staged)).filter((name) => name !== 'file'),
      [],
    )
  }
})
