import test from 'ava'
import type { Application, Catalog, Config } from '../../../../src/gateway/config/types/index.ts'
import {
  completeUpdate,
  deserializeCatalogs,
  deserializeConfig,
  selectUpdate,
  serializeConfig,
} from '../../../../src/gateway/runtime/documents/serialized-config.ts'

/** An application that is compared by its identity, as those of documents that did not change. */
const application = (name: string) => ({ name, title: `The application ${name}` }) as Application

function config(revision: string, lists: Record<string, readonly Application[]>): Config {
  const catalogs = Object.entries(lists).map(([path, applications]) => ({ path, apis: [], applications }) as object)
  return { revision, catalogs: catalogs as Catalog[], policies: [] }
}

const namesOf = ({ catalogs }: Pick<Config, 'catalogs'>) =>
  catalogs.map(({ path, applications }) => [path, applications.map(({ name }) => name)])

const a = application('a')
const b = application('b')
const c = application('c')
const d = application('d')
const e = application('e')
const all = [a, b, c, d]

test('an update without changed applications has none, and the receiver keeps its lists', (t) => {
  const before = config('1', { '/x': all, '/y': [] })
  const update = serializeConfig(config('2', { '/x': [...all], '/y': [] }), before)
  t.deepEqual(update.applications, [])
  const received = deserializeConfig(serializeConfig(before))
  t.is(deserializeConfig(update, received).catalogs[0]?.applications, received.catalogs[0]?.applications)
})

for (const [title, lists] of Object.entries({
  'one is added at the end': { '/x': [...all, e] },
  'one is added in front': { '/x': [e, ...all] },
  'one is replaced': { '/x': [a, application('b'), c, d] },
  'one is removed': { '/x': [a, c, d] },
  'all are removed': { '/x': [] },
  'they stand in another order': { '/x': [d, c, b, a] },
  'one is there twice': { '/x': [a, a, b, c, d] },
  'a catalog is added': { '/x': all, '/y': [e] },
  'the catalog is another one': { '/z': all },
  'there is no catalog': {},
} as Record<string, Record<string, readonly Application[]>>))
  test(`an update brings the same applications as the whole configuration when ${title}`, (t) => {
    const before = config('1', { '/x': all })
    const after = config('2', lists)
    const update = serializeConfig(after, before)
    const whole = completeUpdate(update, serializeConfig(before))
    const received = deserializeConfig(serializeConfig(before))
    t.deepEqual(namesOf(deserializeConfig(update, received)), namesOf(after))
    t.deepEqual(namesOf(deserializeConfig(whole)), namesOf(after))
    t.deepEqual(namesOf({ catalogs: deserializeCatalogs(whole) as Catalog[] }), namesOf(after))
  })

test('of 10,000 applications, an update carries the one that changed', (t) => {
  const many = Array.from({ length: 10_000 }, (_, index) => application(`app-${index}`))
  const before = config('1', { '/x': many })
  const update = serializeConfig(config('2', { '/x': many.with(5_000, application('other')) }), before)
  t.true(Number(update.applications[0]?.length) < 1_000, `${update.applications[0]?.length} bytes`)
})

test('a worker gets what continues the revision that it has, and all of it when that began anew', (t) => {
  const first = serializeConfig(config('1', { '/x': all }))
  const second = completeUpdate(serializeConfig(config('2', { '/x': [a] }), config('1', { '/x': all })), first)
  const update = selectUpdate(second, first)
  t.deepEqual([update.follows, update.applications.length], ['1', 1])
  const anew = serializeConfig(config('3', { '/x': all }))
  t.is(selectUpdate(anew, second), anew)
})

test('an update of a revision that the receiver does not have is refused', (t) => {
  const update = serializeConfig(config('3', { '/x': all }), config('2', { '/x': all }))
  const other = config('1', { '/x': [] })
  t.throws(() => deserializeConfig(update, other), { message: 'revision 2 is missing' })
  t.throws(() => deserializeConfig(update), { message: 'revision 2 is missing' })
  t.throws(() => completeUpdate(update, serializeConfig(other)), { message: 'revision 2 is not in use' })
})
