import test from 'ava'
import { findHeaderValues } from '../../../../src/shared/http/message/header-values.ts'

test('returns all values of a name in any case, in order', (t) => {
  const fields = ['Link', 'a', 'X-Link', 'no', 'LINK', 'b', 'other', 'link']
  t.deepEqual(findHeaderValues(fields, 'link'), ['a', 'b'])
  t.deepEqual(findHeaderValues(fields, 'missing'), [])
  t.deepEqual(findHeaderValues([], 'link'), [])
})
