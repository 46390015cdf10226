import test from 'ava'
import { isNamedKind, nameSources } from '../../../../../src/mq/parts/console/kit/api/named-kinds.ts'
import { findWording } from '../../../../../src/mq/parts/console/pages/wording/index.ts'
import wordings from '../../../../../src/mq/parts/console/pages/wording/wordings.json' with { type: 'json' }
import { listObjectKinds } from '../../../../../src/mq/parts/console/rest/object-kinds.ts'

/** Attributes with the form of a name that name no object of this queue manager. */
const otherNames = new Set(['CLUSTER', 'CLUSQMGR', 'COMMANDQ', 'COMMINFO', 'REPOS', 'RNAME'])

test('each attribute that names an object says which kind of object its field offers', (t) => {
  const { kind: kinds } = JSON.parse(String(listObjectKinds().body)) as {
    kind: { kind: string; attributes: { keyword: string; form: string; takes: string }[] }[]
  }
  const silent = kinds.flatMap(({ kind, attributes }) =>
    attributes
      .filter(({ keyword, form, takes }) => form === 'text' && isName(takes) && !otherNames.has(keyword))
      .filter(({ keyword }) => !findWording(kind, keyword).names)
      .map(({ keyword }) => `${kind} ${keyword}`),
  )
  t.deepEqual(silent, [])
})

test('the kinds that the wordings name exist', (t) => {
  const named = Object.values<Readonly<Record<string, string>>>(wordings).flatMap((rows) =>
    Object.values(rows).flatMap((row) => row.split(' | ').slice(3)),
  )
  t.true(named.length > 20)
  t.deepEqual(
    named.filter((each) => !isNamedKind(each)),
    [],
  )
})

test('a field for a transmission queue offers no other queue', (t) => {
  const [source] = nameSources.transmissionQueue
  t.true(source?.fits?.({ queue: 'A', type: 'QLOCAL', usage: 'XMITQ' }))
  t.false(source?.fits?.({ queue: 'B', type: 'QLOCAL', usage: 'NORMAL' }))
})

function isName(takes: string): boolean {
  return takes.startsWith('a name of at most 48 characters (')
}
