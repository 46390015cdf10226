/** The files and URLs of a bundle: reads each once, within limits. */
import { parseDocument, type YAMLError } from 'yaml'
import { findEarlyFaults } from '../../../../config/text/find-early-faults.ts'
import { ParsedDocument } from '../../../../config/text/parsed-document.ts'
import { parseYaml } from '../../../../config/text/yaml.ts'

/** Reads the text of a file or URL. Rejects with a message for the user. */
export type ReadText = (location: string) => Promise<string>

export interface BundleDeps {
  readonly read: ReadText
  /** Returns the reason why a file or URL may not be read; undefined when it may. Throws for a URL that names no file. */
  readonly findRefusal: (location: string) => string | undefined
  /** Returns a location as users write it, for messages: the path of a file. */
  readonly render: (location: string) => string
}

/** An OpenAPI file that cannot be bundled. The message has a line for each problem, with its location. */
export class BundleError extends Error {
  override name = 'BundleError'
}

const maxFiles = 10_000
const maxTotalBytes = 64 * 1024 * 1024

export type BundleSources = ReturnType<typeof openBundleSources>

export function openBundleSources({ read, render }: Pick<BundleDeps, 'read' | 'render'>) {
  const opened = new Map<string, Promise<ParsedDocument>>()
  let totalBytes = 0

  async function parse(location: string): Promise<ParsedDocument> {
    const text = await read(location)
    totalBytes += Buffer.byteLength(text)
    if (totalBytes > maxTotalBytes) {
      throw new BundleError(
        `${render(location)}: the files are larger than ${maxTotalBytes / 1024 / 1024} MiB together`,
      )
    }
    const plain = text.startsWith('\ufeff') ? text.slice(1) : text
    const source = parseText(render(location), plain)
    if (source.yamlProblems.length > 0) {
      const lines = source.yamlProblems.map(({ offset, message }) => {
        const { line, column } = source.locateOffset(offset)
        return `${source.file}:${line}:${column} ${message}`
      })
      throw new BundleError(lines.join('\n'))
    }
    return source
  }

  return {
    /** Returns a document. Rejects with `BundleError` or the error of `read`. */
    open(location: string): Promise<ParsedDocument> {
      const known = opened.get(location)
      if (known) return known
      if (opened.size >= maxFiles)
        return Promise.reject(new BundleError(`${render(location)}: more than ${maxFiles} files refer to each other`))
      const source = parse(location)
      opened.set(location, source)
      return source
    },
  }
}

/** Parses a text as it is, and with its continuation lines indented when it is no YAML otherwise. */
function parseText(location: string, text: string): ParsedDocument {
  const parse = (each: string) => new ParsedDocument(location, '', each, parseYaml)
  const source = parse(text)
  const indented = source.yamlProblems.length > 0 ? indentContinuations(text) : undefined
  return indented === undefined ? source : parse(indented)
}

/** Returns the location that a reference names, relative to the file that contains it. */
export function resolveLocation(written: string, from: string): string {
  return new URL(written, from).href
}

/** Returns whether a location is a URL of the web, and not a file. */
export function isWebUrl(location: string): boolean {
  return /^https?:/.test(location)
}

/** The maximum number of lines that are indented: a document needs one round for each of them. */
const maxRounds = 100
const added = ' '.repeat(40)

/**
 * Returns the text with further blanks at the start of the lines of quoted texts, and of lists and maps between brackets, that begin
 * at the column of their member or before it; lines keep their numbers. YAML forbids them (YAML 1.2.2 section 6.1), parsers of
 * other languages accept them, and published files have them. Returns undefined when the text has other mistakes.
 *
 *     description: "The first line
 *     and the second one"
 */
function indentContinuations(text: string): string | undefined {
  if (findEarlyFaults(text, (written) => ({ text: written })).length > 0) return undefined
  let indented = text
  for (let round = 0; round < maxRounds; round += 1) {
    const [error] = parseDocument(indented, { schema: 'core', uniqueKeys: false, prettyErrors: false }).errors
    if (!error) return indented
    const lineStart = findContinuation(error, indented)
    if (lineStart === 0 || indented.startsWith(added, lineStart)) return undefined
    indented = `${indented.slice(0, lineStart)}${added}${indented.slice(lineStart)}`
  }
  return undefined
}

/** Returns the offset of the line that a parser rejected for its indentation; 0 for another error. */
function findContinuation({ code, message, pos: [offset] }: YAMLError, text: string): number {
  if (code === 'MISSING_CHAR' && message.includes('quote')) return text.indexOf('\n', offset) + 1
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) return text.lastIndexOf('\n', offset - 1) + 1
  return 0
}
