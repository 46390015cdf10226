/**
 * One file on disk -> one source, or problems that say why not.
 */
import type { Hash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import type { Problems } from '../problems.ts'
import type { Place } from '../types.ts'
import { hasReference, resolveReferences } from './references.ts'
import { Source } from './source.ts'
import { parseYaml } from './yaml.ts'

export interface ReadTools {
  root: string
  environment: Record<string, string | undefined>
  problems: Problems
  /** Takes in every text that the configuration depends on. */
  digest: Hash
}

const largestDocument = 4 * 1024 * 1024 // bytes
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a file, or why there is none. */
export type FileText = { text: string } | { fault: Place & { message: string } }

/** The document in a text, by the file's path relative to the root. Undefined when nothing in it could be checked. */
export function readDocument(file: string, read: FileText, tools: ReadTools): Source | undefined {
  const { root, environment, problems, digest } = tools
  if ('fault' in read) {
    problems.error(read.fault, read.fault.message)
    return undefined
  }
  const { text } = read
  const folder = dirname(resolve(root, file))
  const met = (more: string) => digest.update(`\0${more}`)
  digest.update(`\0${file}\0${text}`)
  const parsed = parseYaml(text, (each) =>
    hasReference(each) ? resolveReferences(each, { environment, folder, met }) : { text: each },
  )
  const source = new Source(file, folder, text, parsed)
  for (const { offset, message } of parsed.faults) problems.error(source.placeOf(offset), message)
  if (parsed.faults.length > 0 && parsed.value === undefined) return undefined

  if (parsed.value === null) problems.error(source.place(), 'the document is empty')
  else if (typeof parsed.value !== 'object' || Array.isArray(parsed.value)) {
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
  let bytes: Buffer
  try {
    const read = readRegularFile(join(root, file))
    if ('refused' in read) return refuse(read.refused)
    bytes = read.bytes
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return refuse(`cannot be read: ${code === 'EACCES' ? 'permission denied' : code}`)
  }

  try {
    return { text: strictUtf8.decode(bytes) }
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

function readRegularFile(path: string): { bytes: Buffer } | { refused: string } {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) // a pipe could keep us waiting for ever
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return { refused: 'is not a file' }
    if (stats.size > largestDocument)
      return { refused: `is larger than ${largestDocument / 1024 / 1024} MiB` }
    return { bytes: readFileSync(descriptor) }
  } finally {
    closeSync(descriptor)
  }
}
