import test from 'ava'
import { buildSortableId, sortablePrefix } from '../../../../src/gateway/oauth/state/sortable-id.ts'

test('ids in stores have nine digits of time before their name', (t) => {
  for (const [now, id] of [
    [0, '000000000name'],
    [1_700_000_000_000.9, '0loyw3v28name'],
    [36 ** 9 - 1, 'zzzzzzzzzname'],
  ] as const) {
    t.is(buildSortableId(now, 'name'), id)
    t.is(sortablePrefix(id), id.slice(0, -4))
  }
})
