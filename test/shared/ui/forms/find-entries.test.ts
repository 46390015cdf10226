import test from 'ava'
import { findEntries } from '../../../../src/shared/ui/forms/find-entries.ts'

const entries = ['APP.ORDERS', 'ORDERS', 'OLD'].map((title) => ({ title, kind: 'queue', of: 'QM1', to: `#${title}` }))
const titles = (query: string, recent: readonly string[] = []) =>
  findEntries(entries, query, recent).map(({ title }) => title)

test('names that begin with the text come before names that contain it', (t) => {
  t.deepEqual(titles('ord'), ['ORDERS', 'APP.ORDERS'])
})

test('every word must match the name, the kind or what it belongs to', (t) => {
  t.deepEqual(titles('queue qm1 old'), ['OLD'])
  t.deepEqual(titles('queue qm2'), [])
})

test('without a text, what was used last comes first', (t) => {
  t.deepEqual(titles('', ['#OLD', '#ORDERS']), ['OLD', 'ORDERS', 'APP.ORDERS'])
})
