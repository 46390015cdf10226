/** Reads one file and parses it into a document, or reports why it cannot be parsed. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { SourceLocation } from '../types/index.ts'
import { ParsedDocument } from './parsed-document.ts'
import type { ProblemList } from './problem-list.ts'
import { hasReference, listReadableFolders, type ReferenceDeps, resolveReferences } from './references.ts'
import { parseYaml } from './yaml.ts'
import type { ParsedYaml } from './yaml-value-builder.ts'

export interface ParseDocumentDeps extends Pick<ReferenceDeps, 'environment' | 'onText' | 'onFile' | 'onSecret'> {
  root: string
  problems: ProblemList
  /** Whether names that nothing defines are errors; by default, the document decides. */
  strict?: boolean | undefined
}

/** The maximum size of a document. The largest OpenAPI files of public APIs have 12 MB. */
export const maxDocumentBytes = 16 * 1024 * 1024
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a file, or the problem that prevents reading it. */
export type DocumentText = { text: string } | { fault: SourceLocation & { message: string } }

/** Parses a document, named relative to the root. Reports problems; undefined when nothing can be checked. */
export function parseDocument(file: string, read: DocumentText, deps: ParseDocumentDeps): ParsedDocument | undefined {
  const { root, problems, strict } = deps
  if ('fault' in read) {
    problems.error(read.fault, read.fault.message)
    return undefined
  }
  const { text } = read
  const isPlain = !hasReference(text) && !text.includes('\\') // an escape can stand for a letter of a reference
  const source = new ParsedDocument(file, root, text, isPlain ? parseYaml : buildParser(file, deps))
  const { value, yamlProblems: faults } = source
  for (const { offset, message } of faults) problems.error(source.locateOffset(offset), message)
  if (faults.length > 0 && value === undefined) return undefined

  if (value === null) problems.error(source.locate(), 'the document is empty')
  else if (typeof value !== 'object' || Array.isArray(value)) {
    problems.error(source.locate(), 'a document must be a map of members')
  } else {
    source.isStrict = strict ?? source.valueAt(['x-sluice', 'strict']) === true
    return source
  }
  return undefined
}

/** Returns the parser of a text with references; 100,000 documents without share the plain one. */
function buildParser(file: string, deps: ParseDocumentDeps): (text: string) => ParsedYaml {
  const { root, environment, onText, onFile, onSecret } = deps
  const [folder, readableFolders] = [dirname(resolve(root, file)), listReadableFolders(root, environment)]
  const references = { environment, folder, readableFolders, onText, onFile, onSecret }
  return (text) =>
    parseYaml(text, (each) => (hasReference(each) ? resolveReferences(each, references) : { text: each }))
}

/** Reads a file, given relative to the root. Never throws. Synchronous reads of many files are six times as fast. */
export function readDocumentText(file: string, root: string): DocumentText {
  const start = { file, line: 1, column: 1 }
  let read: ReturnType<typeof readRegularFile>
  try {
    read = readRegularFile(join(root, file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return refuse(`cannot be read: ${code === 'EACCES' ? 'permission denied' : code}`)
  }
  if ('error' in read) return refuse(read.error)

  const { bytes } = read
  try {
    return { text: strictUtf8.decode(bytes) }
  } catch {
    const before = new TextDecoder().decode(bytes).split('\uFFFD', 1)[0] as string
    const lines = before.split('\n')
    const location = { file, line: lines.length, column: (lines.at(-1) as string).length + 1 }
    return refuse('is not UTF-8 text: save it in that encoding', location)
  }

  function refuse(message: string, location = start): DocumentText {
    return { fault: { ...location, message } }
  }
}

function readRegularFile(path: string): { bytes: Buffer } | { error: string } {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) // without O_NONBLOCK, opening a pipe could block for ever
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return { error: 'is not a file' }
    if (stats.size > maxDocumentBytes) return { error: `is larger than ${maxDocumentBytes / 1024 / 1024} MiB` }
    return { bytes: readWhole(descriptor, stats.size) }
  } finally {
    closeSync(descriptor)
  }
}

/** Reads up to `size` bytes. `readFileSync` would call `fstat` once more. */
function readWhole(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let read = 0
  while (read < size) {
    const more = readSync(descriptor, bytes, read, size - read, null)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}
