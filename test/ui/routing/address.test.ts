import test from 'ava'

import { href, partsOf } from '../../../src/ui/routing/address.ts'

test('names of any characters come back from an address as they were', (t) => {
  const names = [`a/b%2F#?&"<>é\u{1f600} .`, '..', 'javascript:alert(1)', ' ']
  t.deepEqual(partsOf(href(...names)), names)
})

test('an address that was cut in the middle of a character leads nowhere', (t) => {
  t.is(partsOf('#/products/%e2%9'), undefined)
})

test('no address is the first page', (t) => {
  t.deepEqual(partsOf(''), [''])
  t.is(href('apis', undefined, 'x'), '#/apis/x')
})
