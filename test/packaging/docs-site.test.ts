/** The site of the documentation: its links, its search, and what the portal serves of it. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import test from 'ava'
import { buildDocsSite } from '../../packaging/docs-site.ts'
import { buildPageListener } from '../../src/gateway/parts/portal/page-listener.ts'

const folder = mkdtempSync(join(tmpdir(), 'docs-site-'))
test.before(() => buildDocsSite(folder))
test.after.always(() => rmSync(folder, { recursive: true, force: true }))

const pageNames = () => globSync('**/*.html', { cwd: folder })
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('every page of docs/ is a page of the site', (t) => {
  const sources = globSync('docs/**/*.md', { cwd: new URL('../../', import.meta.url).pathname })
  t.is(pageNames().length, sources.length + 2)
  t.deepEqual(
    sources
      .map((file) => file.replace(/^docs\//, '').replace(/md$/, 'html'))
      .filter((page) => !pageNames().includes(page)),
    [],
  )
})

test('every link of the site leads to a page, and its anchor to an element', (t) => {
  const broken = pageNames().flatMap((page) =>
    [...read(page).matchAll(/(?:href|src)="(?![a-z]+:)([^"#]*)(?:#([^"]*))?"/g)].flatMap(
      ([whole, path = '', anchor]) => {
        const file = path === '' ? page : normalize(join(dirname(page), path))
        if (!existsSync(join(folder, file))) return [`${page}: ${whole}`]
        return anchor === undefined || read(file).includes(`id="${anchor}"`) ? [] : [`${page}: ${whole}`]
      },
    ),
  )
  t.deepEqual(broken, [])
})

test('a page runs no script and loads no file of another origin', (t) => {
  for (const page of pageNames())
    t.notRegex(
      read(page),
      /<script(?! type="module" src="(?:\.\.\/)*site\.js")|(?:src|<link[^>]+href)="[a-z]+:|style="/,
      page,
    )
})

test('the index has a section for each heading, with its text', (t) => {
  const sections = JSON.parse(read('search.json')) as { url: string; heading: string; text: string }[]
  const section = sections.find(({ url }) => url === 'policies.html')
  t.regex(section?.text ?? '', /assembly/)
  t.true(sections.length > 500)
  for (const { url } of sections) t.true(existsSync(join(folder, url.replace(/#.*/, ''))), url)
})

test('the portal serves the site below /docs/, and says where it has not been built', async (t) => {
  const ask = async (docsFolder: string, path: string) => {
    const server = createServer(buildPageListener('/portal', { folder, docsFolder }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => void server.close())
    return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/portal/docs/${path}`)
  }
  const page = await ask(folder, '')
  t.regex(await page.text(), /<h1 id="sluice">/)
  t.regex(page.headers.get('content-security-policy') ?? '', /script-src 'self'/)
  t.is((await ask(folder, 'guides/runbooks/restore.html')).status, 200)
  t.is((await ask(folder, 'search.json')).headers.get('content-type'), 'application/json')
  t.is((await ask(folder, 'images/console-queues.png')).headers.get('content-type'), 'image/png')
  t.is((await ask(folder, 'none.html')).status, 404)
  const missing = await ask(join(folder, 'none'), '')
  t.is(missing.status, 503)
  t.regex(await missing.text(), /npm run docs/)
})
