import test from 'ava'
import { buildHashLink, parseHashPath } from '../../../../src/shared/ui/routing/hash-path.ts'

test('names of any characters come back from an address as they were', (t) => {
  const names = [`a/b%2F#?&"<>é\u{1f600} .`, '..', 'javascript:alert(1)', ' ']
  t.deepEqual(parseHashPath(buildHashLink(...names)), names)
})

test('an address that was cut in the middle of a character leads nowhere', (t) => {
  t.is(parseHashPath('#/products/%e2%9'), undefined)
})

test('no address is the first page', (t) => {
  t.deepEqual(parseHashPath(''), [''])
  t.is(buildHashLink('apis', undefined, 'x'), '#/apis/x')
})
