/**
 * `npm run docs`: builds a site of static pages from `docs/`, README and CHANGELOG in `dist/docs`, with an index for its search.
 * The portal serves it; it works on any server of files as well.
 */
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Marked, type Tokens } from 'marked'

const root = join(import.meta.dirname, '..')

/** The groups of the navigation: a folder of `docs`, which ends with `/`, or the names of pages in their order. */
const groups: readonly (readonly [title: string, pages: string])[] = [
  ['Start', 'README CHANGELOG'],
  ['Tutorial', 'tutorial/'],
  ['Guides', 'guides/'],
  ['Runbooks', 'guides/runbooks/'],
  ['Gateway', 'configuration catalogs products applications apis policies security-definitions tests oauth portal'],
  ['Users and providers', 'user-registries registries-local registries-ldap oauth-providers tls-profiles'],
  ['Queues', 'mq-web-server mqwebuser console mqsc queue-managers queues'],
  ['Channels and files', 'channels amqp file-transfer'],
  ['Operation', 'operation cli support release-notes'],
  ['Reference', 'reference/'],
  ['Decisions', 'decisions/'],
]

interface Page {
  /** The file within the repository. */
  file: string
  /** The page within the site. */
  url: string
  group: string
  title: string
  text: string
}

/** A part of a page below one heading, which the search finds. */
interface Section {
  url: string
  page: string
  heading: string
  text: string
}

/** Builds the site in a folder. Throws for a page that is in no group. */
export function buildDocsSite(folder: string): void {
  const pages = readPages()
  const urls = new Map(pages.map(({ file, url }) => [file, url]))
  const sections: Section[] = []
  rmSync(folder, { recursive: true, force: true })
  for (const page of pages) {
    const content = renderPage(page, urls, sections, (file) =>
      save(folder, imageUrl(file), readFileSync(join(root, file))),
    )
    save(folder, page.url, layOut(page, pages, content))
  }
  const index = JSON.stringify(sections)
  save(folder, 'search.json', index)
  save(folder, 'search.json.gz', gzipSync(index))
  for (const name of ['site.css', 'site.js'])
    copyFileSync(join(import.meta.dirname, 'docs-site', name), join(folder, name))
}

function readPages(): Page[] {
  const files = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })].map((file) => normalize(file))
  const pages = groups.flatMap(([group, given]) => {
    const own = given.endsWith('/')
      ? files.filter((file) => `${dirname(file)}/` === `docs/${given}`).toSorted(byName)
      : given
          .split(' ')
          .map((name) => files.find((file) => file === `${name}.md` || file === `docs/${name}.md`) ?? name)
    return own.map((file) => readPage(file, group))
  })
  const missing = files.filter((file) => !pages.some((page) => page.file === file))
  if (missing.length > 0) throw new Error(`packaging/docs-site.ts has no group for ${missing.join(', ')}`)
  return pages
}

/** README first, which is about the others. */
function byName(first: string, second: string): number {
  const key = (file: string) => file.replace(/README\.md$/, '')
  return key(first).localeCompare(key(second), 'en', { numeric: true })
}

function readPage(file: string, group: string): Page {
  const text = readFileSync(join(root, file), 'utf8')
  const url = file === 'README.md' ? 'index.html' : file.replace(/^docs\//, '').replace(/\.md$/, '.html')
  return { file, url, group, text, title: /^# +(.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? basename(file) }
}

const imageUrl = (file: string) => file.replace(/^docs\//, '')

/** Returns the content of a page, and adds its sections. Links that leave the site stay when they are URLs, and become text otherwise. */
function renderPage(
  page: Page,
  urls: ReadonlyMap<string, string>,
  sections: Section[],
  copy: (file: string) => void,
): string {
  const from = dirname(page.url)
  const marked = new Marked()
  const anchors = new Map<string, number>()
  const inSite = (href: string) => normalize(join(dirname(page.file), href))
  let section: Section = { url: page.url, page: page.title, heading: page.title, text: '' }
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = anchorOf(text, anchors)
        section = {
          url: depth === 1 ? page.url : `${page.url}#${id}`,
          page: page.title,
          heading: plain(text),
          text: '',
        }
        sections.push(section)
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        if (/^[a-z]+:/.test(href)) return `<a href="${escapeHtml(href)}">${text}</a>`
        const [path = '', anchor] = href.split('#')
        const url = path === '' ? page.url : urls.get(inSite(path))
        if (url === undefined || anchor?.startsWith('/')) return text
        return `<a href="${relative(from, url) || basename(url)}${anchor === undefined ? '' : `#${anchor}`}">${text}</a>`
      },
      image({ href, text }: Tokens.Image) {
        const file = inSite(href)
        copy(file)
        return `<img src="${relative(from, imageUrl(file))}" alt="${escapeHtml(text)}" loading="lazy">`
      },
    },
  })
  const tokens = marked.lexer(page.text)
  let html = ''
  for (const token of tokens) {
    html += marked.parser([token]).replace(/<table>[\s\S]*<\/table>/, '<div class="table">$&</div>')
    if (token.type !== 'heading' && token.type !== 'html') section.text += ` ${plain(token.raw)}`
  }
  return html
}

/** Returns the anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string, seen: Map<string, number>): string {
  const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  const slug = words.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-')
  const count = seen.get(slug) ?? 0
  seen.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}

/** Returns the words of Markdown without its marks. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/```\w*|[`*|#]|:?-{3,}:?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function layOut(page: Page, pages: readonly Page[], content: string): string {
  const up = relative(dirname(page.url), '.') === '' ? '' : `${relative(dirname(page.url), '.')}/`
  const links = groups.map(([group]) => {
    const items = pages
      .filter((each) => each.group === group)
      .map(
        ({ url, title }) =>
          `<li><a href="${up}${url}"${url === page.url ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
      )
    return `<details${group === page.group ? ' open' : ''}><summary>${group}</summary><ul>${items.join('')}</ul></details>`
  })
  return `<!doctype html>
<html lang="en" data-root="${up}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} – Sluice</title>
<link rel="stylesheet" href="${up}site.css"><script type="module" src="${up}site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="${up}index.html">Sluice</a>
<div role="search"><input id="search" type="search" placeholder="Search the documentation (/)" aria-label="Search the documentation" autocomplete="off"><ul id="results" hidden></ul></div></header>
<div class="columns">
<nav aria-label="Pages"><details class="menu"><summary>Pages</summary></details><div class="pages">${links.join('\n')}</div></nav>
<main id="content">${content}</main>
</div>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function save(folder: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

if (import.meta.main) buildDocsSite(process.argv[2] ?? join(root, 'dist', 'docs'))
