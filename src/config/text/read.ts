/**
 * One file on disk -> one source, or problems that say why not.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Place } from '../types/index.ts'
import type { Problems } from './problems.ts'
import { hasReference, type ReferenceTools, resolveReferences } from './references.ts'
import { Source } from './source.ts'
import { stampOf } from './stamp.ts'
import { parseYaml } from './yaml.ts'

export interface ReadTools extends Pick<ReferenceTools, 'environment' | 'met' | 'metFile'> {
  root: string
  problems: Problems
}

const largestDocument = 4 * 1024 * 1024 // bytes
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a file, with the file's stamp unless it was changed only now; or why there is none. */
export type FileText = { text: string; stamp?: string | undefined } | { fault: Place & { message: string } }

/** The document in a text, by the file's path relative to the root. Undefined when nothing in it could be checked. */
export function readDocument(file: string, read: FileText, tools: ReadTools): Source | undefined {
  const { root, environment, problems, met, metFile } = tools
  if ('fault' in read) {
    problems.error(read.fault, read.fault.message)
    return undefined
  }
  const { text } = read
  const folder = dirname(resolve(root, file))
  const references = { environment, folder, ...(met && { met }), ...(metFile && { metFile }) }
  const source = new Source(file, folder, text, (text) =>
    parseYaml(text, (each) => (hasReference(each) ? resolveReferences(each, references) : { text: each })),
  )
  const { value, faults } = source
  for (const { offset, message } of faults) problems.error(source.placeOf(offset), message)
  if (faults.length > 0 && value === undefined) return undefined

  if (value === null) problems.error(source.place(), 'the document is empty')
  else if (typeof value !== 'object' || Array.isArray(value)) {
    problems.error(source.place(), 'a document must be a map of members')
  } else return source
  return undefined
}

/**
 * Reads a file, given relative to the root. Never throws.
 *
 * Waiting costs more here than reading: for thousands of small files, six times as much.
 */
export function readText(file: string, root: string): FileText {
  const start = { file, line: 1, column: 1 }
  let read: ReturnType<typeof readRegularFile>
  try {
    read = readRegularFile(join(root, file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return refuse(`cannot be read: ${code === 'EACCES' ? 'permission denied' : code}`)
  }
  if ('refused' in read) return refuse(read.refused)

  const { bytes, stamp } = read
  try {
    return { text: strictUtf8.decode(bytes), stamp }
  } catch {
    const before = new TextDecoder().decode(bytes).split('\uFFFD', 1)[0] as string
    const lines = before.split('\n')
    const place = { file, line: lines.length, column: (lines.at(-1) as string).length + 1 }
    return refuse('is not UTF-8 text: save it in that encoding', place)
  }

  function refuse(message: string, place = start): FileText {
    return { fault: { ...place, message } }
  }
}

function readRegularFile(path: string): { bytes: Buffer; stamp: string | undefined } | { refused: string } {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) // a pipe could keep us waiting for ever
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return { refused: 'is not a file' }
    if (stats.size > largestDocument)
      return { refused: `is larger than ${largestDocument / 1024 / 1024} MiB` }
    return { bytes: readWhole(descriptor, stats.size), stamp: stampOf(stats) }
  } finally {
    closeSync(descriptor)
  }
}

/** What is there of so many bytes. The runtime's own function would ask for the size once more. */
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
