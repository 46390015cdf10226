/** The README of the npm package: its links lead out of the package, because the package has no `docs/`. */
import { posix } from 'node:path'

export interface ReadmeTarget {
  /** The `repository` of package.json: a URL, or an object with it; undefined in a checkout that has no public place. */
  repository?: string | { url: string } | undefined
  version: string
  /** Returns whether the package contains a file, by its path from the root. */
  contains: (path: string) => boolean
}

/**
 * Returns the README with links that work outside of the checkout: to the tag of the version at the repository; without a repository,
 * to pages of `dist/docs` in the package. A link that leads to neither becomes its text, and a picture is left out.
 */
export function renderPackageReadme(text: string, { repository, version, contains }: ReadmeTarget): string {
  const url = typeof repository === 'object' ? repository.url : repository
  const [, place] = /github\.com[/:]([^/\s]+\/[^/\s]+?)(?:\.git)?$/.exec(url ?? '') ?? []
  return text.replace(
    /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_, picture, label, path, anchor = '') => {
      const file = posix.normalize(path)
      if (place !== undefined && picture)
        return `![${label}](https://raw.githubusercontent.com/${place}/v${version}/${file})`
      if (place !== undefined) return `[${label}](https://github.com/${place}/blob/v${version}/${file}${anchor})`
      if (contains(file)) return `${picture}[${label}](${file}${anchor})`
      const page = posix.join(
        'dist/docs',
        file
          .replace(/^docs\//, '')
          .replace(/README\.md$/, 'index.html')
          .replace(/\.md$/, '.html'),
      )
      if (file !== 'README.md' && contains(page)) return `${picture}[${label}](${page}${anchor})`
      return picture ? '' : label
    },
  )
}
