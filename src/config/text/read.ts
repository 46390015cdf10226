/**
 * One file on disk -> one source, or problems that say why not.
 */
import type { Hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
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

/** Reads a file, given relative to the root. Never rejects. */
export async function readText(file: string, root: string): Promise<FileText> {
  const start = { file, line: 1, column: 1 }
  let bytes: Buffer
  try {
    const path = join(root, file)
    const stats = await stat(path)
    if (!stats.isFile()) return refuse('is not a file') // a pipe or a device could keep us waiting for ever
    if (stats.size > largestDocument) return refuse(`is larger than ${largestDocument / 1024 / 1024} MiB`)
    bytes = await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return refuse(`cannot be read: ${code === 'EACCES' ? 'permission denied' : code}`)
  }

  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
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
