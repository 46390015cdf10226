/** Pages name files and folders of the repository that exist. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'ava'

const root = new URL('../../', import.meta.url).pathname
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const topFolders = ['src', 'test', 'docs', 'bench', 'packaging', 'vite', 'bin', 'schemas']

/** Returns the folder to which a path in code style is relative; undefined when it is no path of the repository. */
function findBase(page: string, path: string): string | undefined {
  if (/[A-Z]{3}|[*{}<>$…\s]|^\.|^\/|:\/\//.test(path) || !path.includes('/')) return undefined
  const [first = ''] = path.split('/')
  if (topFolders.includes(first)) return root
  // Pages of the code name paths from their own folder, or from `src`.
  if (!page.startsWith('src/')) return undefined
  return [dirname(page), 'src'].map((folder) => join(root, folder)).find((folder) => existsSync(join(folder, first)))
}

test('every path that a page names exists', (t) => {
  const missing = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8').replace(/^( *)```.*?^ *```/gms, '') // without examples
    const named = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, path = '']) => {
      const base = findBase(page, path)
      return base && !existsSync(join(base, path)) ? [path] : []
    })
    return named.map((path) => `${page}: ${path}`)
  })
  t.deepEqual(missing, [])
})
