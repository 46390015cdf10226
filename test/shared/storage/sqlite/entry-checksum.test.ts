import test from 'ava'
import { computeEntryChecksum } from '../../../../src/shared/storage/sqlite/entry-checksum.ts'

test('checksums are those of the files of released versions', (t) => {
  t.is(computeEntryChecksum('kind', 'key', '1', null, 1_700_000_000_000, null), 857610266)
  t.is(computeEntryChecksum('kind', 'key', '1', 5, null, 'group'), 3961354241)
})

test('the lengths of the columns are part of the checksum', (t) => {
  t.not(computeEntryChecksum('a', 'bc'), computeEntryChecksum('ab', 'c'))
})
