import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type {
  DocumentChange,
  DocumentPreview,
  RevisionDetails,
  RevisionView,
} from '../../../../../src/gateway/parts/portal/rest/index.ts'
import { keepRevision, readDocumentTexts } from '../../../../../src/gateway/runtime/revisions/index.ts'
import { requireSuccess } from '../../../../_support/require-success.ts'
import { startWithOwner } from '../_support/owner.ts'

const product = 'catalogs/sandbox/products/news.yaml'
const changes = ['plan news/free: rate limit default: 10 per minute -> 20 per minute']

/** A portal whose documents were used twice: with a limit of 10 and with one of 20 per minute. */
async function open(t: ExecutionContext) {
  const { portal, owner } = await startWithOwner(t)
  const { folder, dataFolder } = portal
  const path = join(folder, product)
  const texts = await readDocumentTexts(folder)
  await keepRevision({ dataFolder, folder, revision: 'aaaa1111', texts, changes: [] })
  const changed = texts[product]?.replace('10/1minute', '20/1minute') ?? ''
  await writeFile(path, changed)
  const later = await readDocumentTexts(folder)
  await keepRevision({ dataFolder, folder, revision: 'bbbb2222', texts: later, changes, by: 'owner' })
  const get = <T>(rest: string) => owner.call<T>('GET', `/configuration/revisions${rest}`)
  const rollBack = (name: string) =>
    owner.call<{ changes: DocumentChange[]; detail: string }>('POST', `/configuration/revisions/${name}/rollback`)
  return { owner, get, rollBack, path, before: texts[product] ?? '', changed }
}

test('revisions are listed with who made them and what changed, the newest first', async (t) => {
  const { get } = await open(t)
  const { body } = await get<RevisionView[]>('')
  t.deepEqual(
    body.map(({ revision, by }) => [revision, by]),
    [
      ['bbbb2222', 'owner'],
      ['aaaa1111', undefined],
    ],
  )
  t.deepEqual(body[0]?.changes, changes)
})

test('a revision is shown by its name, or by a time at which it was in use', async (t) => {
  const { get, before } = await open(t)
  const { body } = await get<RevisionDetails>('/2999-01-01T00:00Z')
  t.like(body, { revision: 'bbbb2222', isInUse: true, previous: 'aaaa1111' })
  t.true(body.files.includes(product))
  t.like((await get('/aaaa')).body, { revision: 'aaaa1111', isInUse: false })
  t.is((await get<{ text: string }>(`/aaaa/document?file=${product}`)).body.text, before)
  t.like(await get('/2001-01-01'), { status: 404, body: { code: 'unknown_revision' } })
  t.like(await get('/none'), { status: 404, body: { code: 'unknown_revision' } })
  t.like(await get('/aaaa/document?file=apis/none.yaml'), { status: 404, body: { code: 'unknown_document' } })
})

test('two revisions are compared, and one with the files on disk', async (t) => {
  const { get, path, changed } = await open(t)
  const { body } = await get<{ patch: string }>('/aaaa/difference?to=bbbb')
  t.regex(body.patch, /^-.*10\/1minute[\s\S]*^\+.*20\/1minute/m)
  t.is((await get<{ patch: string }>('/bbbb/difference')).body.patch, '')
  await writeFile(path, changed.replace('News', 'Old news'))
  t.regex((await get<{ patch: string }>('/bbbb/difference')).body.patch, /^\+.*Old news/m)
})

test('going back is planned as changes that are previewed and saved as any other', async (t) => {
  const { owner, rollBack, before } = await open(t)
  const { body } = await rollBack('aaaa')
  t.deepEqual(
    body.changes.map(({ file, text }) => [file, text]),
    [[product, before]],
  )
  const shown = body.changes.map(({ file, text }) => ({ file, text }))
  const preview = await owner.call<DocumentPreview>('POST', '/configuration/changes/preview', { changes: shown })
  t.regex(preview.body.patch, /^\+.*10\/1minute/m)
  await requireSuccess(owner.call('POST', '/configuration/changes', body))
  t.like(await rollBack('aaaa'), { status: 409, body: { detail: 'The documents are those of this revision already.' } })
})

test('going back is refused with what to do when the files are no revision that was used', async (t) => {
  const { rollBack, path, changed } = await open(t)
  await writeFile(path, `${changed}# unsaved\n`)
  const { status, body } = await rollBack('aaaa')
  t.is(status, 409)
  t.regex(body.detail, /no revision that a gateway has used, so going back would lose them: commit or copy them/)
})
