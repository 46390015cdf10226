/** Parses a guide: Markdown with optional front matter, a YAML block between two lines of `---`. */
import { trimEndCharacters } from '../../lib/text/trim-characters.ts'

export interface GuideText {
  title: string
  /** The position in the list of guides; guides without one come last. */
  order: number
  /** The Markdown below the front matter. */
  text: string
}

/** Parses a guide. `name` is its title when neither the front matter nor a heading has one. Throws for bad YAML. */
export async function parseGuide(name: string, file: string): Promise<GuideText> {
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
