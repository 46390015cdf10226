import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type {
  GuideSummary,
  GuideView,
  PortalView,
  SearchResultView,
} from '../../../../../src/gateway/parts/portal/rest/index.ts'
import { startPortal } from '../_support/portal.ts'

const folder = 'catalogs/sandbox/guides'
const settings = 'self_signup: true, owners: [owner], public: true'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const files = {
  [`${folder}/tokens.md`]: '---\ntitle: Get a token\norder: 2\n---\nUse the **zebra** grant.\n',
  [`${folder}/start.md`]: '---\norder: 1\n---\n# First steps\n\nBegin here.\n',
  [`${folder}/plain.md`]: 'No front matter, no heading.\n',
  [`${folder}/broken.md`]: '---\ntitle: [\n---\ntext\n',
  [`${folder}/notes.txt`]: 'no guide',
  [`${folder}/images/flow.svg`]: svg,
  'catalogs/sandbox/secret.svg': svg,
}

test('guides are listed in their order, and shown without front matter', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const visitor = portal.browser()
  t.true((await visitor.get<PortalView>('/portal')).body.hasGuides)
  t.deepEqual((await visitor.get<GuideSummary[]>('/guides')).body, [
    { name: 'start', title: 'First steps', summary: 'Begin here.', minutes: 1 },
    { name: 'tokens', title: 'Get a token', summary: 'Use the zebra grant.', minutes: 1 },
    { name: 'broken', title: 'broken', summary: '--- title: --- text', minutes: 1 },
    { name: 'plain', title: 'plain', summary: 'No front matter, no heading.', minutes: 1 },
  ])
  const start = (await visitor.get<GuideView>('/guides/start')).body
  t.is(start.text.trim(), 'Begin here.')
  t.is((await visitor.get<GuideView>('/guides/tokens')).body.text, 'Use the **zebra** grant.\n')
  t.like(await visitor.get('/guides/notes'), { status: 404, body: { code: 'unknown_guide' } })
  t.true(portal.lines.some((line) => line.includes('front matter') && line.includes('broken.md')))
})

test('a catalog without a folder has no guides', async (t) => {
  const visitor = (await startPortal(t, { portal: settings })).browser()
  t.false((await visitor.get<PortalView>('/portal')).body.hasGuides)
  t.deepEqual((await visitor.get('/guides')).body as unknown, [])
})

test('the search finds guides, and a changed guide at once', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const search = async (query: string) => (await portal.browser().get<SearchResultView[]>(`/search?q=${query}`)).body
  t.like((await search('zebra'))[0], { kind: 'guide', guide: 'tokens', text: 'Use the zebra grant.' })
  await writeFile(join(portal.folder, folder, 'tokens.md'), 'Use the giraffe grant, which is new.\n')
  t.deepEqual(await search('zebra'), [])
  t.like((await search('giraffe'))[0], { kind: 'guide', guide: 'tokens' })
})

test('an image is served, and runs nothing', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const base = `${portal.origin}/acme/sandbox/portal/api/v1/guide-images/`
  const found = await fetch(`${base}${encodeURIComponent('images/flow.svg')}`)
  t.is(found.status, 200)
  t.is(found.headers.get('content-type'), 'image/svg+xml')
  t.is(found.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
  t.is(found.headers.get('x-content-type-options'), 'nosniff')
  t.is(await found.text(), svg)
})

test('no path and no link leads out of the folder', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  await mkdir(join(portal.folder, folder, 'linked'))
  await symlink(join(portal.folder, 'catalogs/sandbox/secret.svg'), join(portal.folder, folder, 'link.svg'))
  await symlink(join(portal.folder, 'catalogs/sandbox/catalog.yaml'), join(portal.folder, folder, 'link.md'))
  const visitor = portal.browser()
  for (const path of [
    '../secret.svg',
    'images/../../secret.svg',
    'link.svg',
    'start.md',
    'images',
    'images/none.png',
    '/etc/passwd.svg',
    'a\0.svg',
  ]) {
    const found = await visitor.get(`/guide-images/${encodeURIComponent(path)}`)
    t.like(found, { status: 404, body: { code: 'unknown_image' } }, path)
  }
  t.is((await visitor.get('/guides/link')).status, 404)
})
