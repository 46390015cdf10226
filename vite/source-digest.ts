/** Says whether the built pages are those of the present sources. */
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const sources = ['src/**/pages/**/*.*', 'src/mq/parts/*/kit/**/*.*', 'src/shared/ui/**/*.*', 'vite/*.ts']

/** The file with the digest of the sources from which the pages were built. */
export const digestFile: string = resolve(root, 'dist/pages.sha256')

/** Returns the digest of the sources of all pages. */
export function digestPageSources(): string {
  const files = globSync(sources, { cwd: root }).sort()
  return hash('sha256', files.map((file) => `${file}\n${readFileSync(resolve(root, file), 'utf8')}`).join('\n'))
}
