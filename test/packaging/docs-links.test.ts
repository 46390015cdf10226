/** Links of pages lead to files and headings that exist. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import test from 'ava'

const root = new URL('../../', import.meta.url).pathname
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(root, page)))

/** Returns the text of a page without its examples. */
function readText(page: string): string {
  return readFileSync(join(root, page), 'utf8').replace(/^( *)```.*?^ *```/gms, '')
}

/** Returns the anchors of the headings of a text, as GitHub makes them. */
function listAnchors(text: string): string[] {
  const seen = new Map<string, number>()
  return [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = plain.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

/** Returns the links of a text that lead nowhere. `anchorsOf` returns undefined for a file that does not exist. */
function listBrokenLinks(page: string, text: string, anchorsOf: (file: string) => string[] | undefined): string[] {
  return [...text.matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(([, path = '', anchor]) => {
    if (path === '' && anchor?.startsWith('/')) return [] // a page of the portal
    const file = path === '' ? page : normalize(join(dirname(page), path))
    const anchors = anchorsOf(file)
    if (!anchors) return [`${page}: ${path} does not exist`]
    return anchor === undefined || anchors.includes(anchor) ? [] : [`${page}: ${file} has no heading #${anchor}`]
  })
}

test('every relative link of a page leads to a file, and its anchor to a heading', (t) => {
  const anchors = new Map(pages.map((page) => [page, listAnchors(readText(page))]))
  const anchorsOf = (file: string) => anchors.get(file) ?? (existsSync(join(root, file)) ? [] : undefined)
  t.deepEqual(
    pages.flatMap((page) => listBrokenLinks(page, readText(page), anchorsOf)),
    [],
  )
})

test('a broken link and a broken anchor are found', (t) => {
  const files = new Map([['docs/a.md', listAnchors('# A\n## `sluice why`, and *how*?\n## A\n')]])
  const text = '[1](b.md) [2](a.md#a-1) [3](#sluice-why-and-how) [4](a.md#b) [5](https://x.example/y#z)'
  t.deepEqual(
    listBrokenLinks('docs/a.md', text, (file) => files.get(file)),
    ['docs/a.md: b.md does not exist', 'docs/a.md: docs/a.md has no heading #b'],
  )
})

test('settings and alerts name pages and headings that exist', (t) => {
  const settings = readFileSync(join(root, 'src/shared/process/settings/setting-variables.json'), 'utf8')
  const alerts = readFileSync(join(root, 'docs/grafana/alerts.yml'), 'utf8')
  const named = [...settings.matchAll(/\]\(([a-z/-]+\.md)(?:#([\w-]+))?\)/g)].map(([, file, anchor]) => [
    `docs/${file}`,
    anchor,
  ])
  const runbooks = [...alerts.matchAll(/docs\/[\w/-]+\.md/g)].map(([file]) => [file, undefined])
  t.true(named.length > 5 && runbooks.length > 3)
  for (const [file = '', anchor] of [...named, ...runbooks]) {
    t.true(pages.includes(file), file)
    if (anchor !== undefined) t.true(listAnchors(readText(file)).includes(anchor), `${file}#${anchor}`)
  }
})
