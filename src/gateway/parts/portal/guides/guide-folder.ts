/** The guides of a catalog: Markdown files and images below `guides`, read again after changes; no links lead out. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Log } from '../../../../shared/lib/output/log.ts'
import { trimEndCharacters } from '../../../../shared/lib/text/trim-characters.ts'

export interface Guide extends GuideText {
  /** The name of the file without `.md`. */
  name: string
}

export type GuideFolder = ReturnType<typeof openGuideFolder>

const maxGuides = 200
const maxGuideBytes = 1024 * 1024
const maxImageBytes = 5 * 1024 * 1024

/** The content types of images, by extension. */
export const imageTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

export function openGuideFolder(folder: string, log: Log) {
  let loaded: { revision: string; guides: readonly Guide[] } = { revision: '', guides: [] }

  return {
    /** Returns the guides in their order; none without a folder. `revision` changes when any of them changes. */
    async load(): Promise<{ revision: string; guides: readonly Guide[] }> {
      const files = await listGuideFiles(folder)
      const revision = files.map(({ name, stamp }) => `${name} ${stamp}`).join('\n')
      if (revision !== loaded.revision) loaded = { revision, guides: await readGuides(files, log) }
      return loaded
    },

    /** Returns an image by its path below the folder, or undefined when there is none. */
    async readImage(path: string): Promise<{ contentType: string; body: Buffer } | undefined> {
      const contentType = imageTypes[extname(path).toLowerCase()]
      const file = contentType && (await findFileWithin(folder, path, maxImageBytes))
      return contentType && file ? { contentType, body: await readFile(file.path) } : undefined
    },
  }
}

type GuideFile = { name: string; path: string; stamp: string }

async function listGuideFiles(folder: string): Promise<GuideFile[]> {
  const names = await readdir(folder).catch(() => []) // most catalogs have no guides
  const guides = names.filter((name) => /^[A-Za-z0-9][\w.-]*\.md$/.test(name)).sort()
  const files = await Promise.all(
    guides.slice(0, maxGuides).map(async (name) => {
      const found = await findFileWithin(folder, name, maxGuideBytes)
      return found ? [{ name: name.slice(0, -'.md'.length), ...found }] : []
    }),
  )
  return files.flat()
}

async function readGuides(files: readonly GuideFile[], log: Log): Promise<Guide[]> {
  const guides = await Promise.all(
    files.map(async ({ name, path }): Promise<Guide> => {
      const text = await readFile(path, 'utf8')
      try {
        return { name, ...(await parseGuide(name, text)) }
      } catch (err) {
        log.warn({ err, file: path }, 'the front matter of a guide is no YAML: its file name is the title')
        return { name, title: name, order: Number.POSITIVE_INFINITY, text }
      }
    }),
  )
  return guides.sort((a, b) => (a.order === b.order ? a.title.localeCompare(b.title) : a.order - b.order))
}

/** Finds a file below a folder; undefined for a missing or longer one, and one outside, where `..` or a link leads. */
export async function findFileWithin(
  folder: string,
  path: string,
  maxBytes: number,
): Promise<{ path: string; stamp: string } | undefined> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))])
    if (!file.startsWith(`${root}${sep}`)) return undefined
    const { size, mtimeMs, isFile } = await stat(file).then((found) => ({
      size: found.size,
      mtimeMs: found.mtimeMs,
      isFile: found.isFile(),
    }))
    return isFile && size <= maxBytes ? { path: file, stamp: `${size} ${mtimeMs}` } : undefined
  } catch {
    return undefined // no such file, or a path with a NUL
  }
}

/** Parses a guide: Markdown with optional front matter, a YAML block between two lines of `---`. */
interface GuideText {
  title: string
  /** The position in the list of guides; guides without one come last. */
  order: number
  /** The Markdown below the front matter. */
  text: string
}

/** Parses a guide. `name` is its title when neither the front matter nor a heading has one. Throws for bad YAML. */
async function parseGuide(name: string, file: string): Promise<GuideText> {
  const [, written, rest] = /^\uFEFF?---\r?\n(.*?)(?:^|\n)---[ \t]*(?:\r?\n|$)(.*)$/s.exec(file) ?? []
  const front = written === undefined ? {} : await parseFrontMatter(written)
  const text = rest ?? file.replace(/^\uFEFF/, '')
  const heading = readHeading(text)
  return {
    title: typeof front.title === 'string' && front.title !== '' ? front.title : (heading ?? name),
    order: typeof front.order === 'number' ? front.order : Number.POSITIVE_INFINITY,
    text: heading !== undefined && text.trimStart().startsWith('# ') ? text.replace(/^\s*#[ \t][^\n]*/, '') : text,
  }
}

/** Returns the text of the first heading, without the hashes that may close it. */
function readHeading(text: string): string | undefined {
  const [, written] = /^#[ \t]+(\S.*)$/m.exec(text) ?? []
  return written === undefined ? undefined : trimEndCharacters(written, ' \t#') || undefined
}

async function parseFrontMatter(text: string): Promise<{ title?: unknown; order?: unknown }> {
  const { parse } = await import('yaml')
  const value: unknown = parse(text)
  return typeof value === 'object' && value !== null ? value : {}
}
