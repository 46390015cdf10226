/**
 * The file with a copy of a part of the store, on the disk of one node.
 *
 * Lines of JSON: a head, one line per entry, and an HMAC-SHA256 of all of them (RFC 2104), whose key is the URL of the
 * store with its password. A file that was damaged, or belongs to another store, is refused; one that was changed is
 * refused where the URL has a password. Only the user of this process can read the file.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import type { KeyedEntry, StateValue } from '../contract/state-store.ts'

/** A copy of the entries of some kinds. */
export interface StoreCopy {
  /** When the store was read, in milliseconds since the epoch. */
  savedAt: number
  kinds: ReadonlyMap<string, readonly KeyedEntry[]>
}

/** Where a copy is. `secret` is the URL of the store. */
export type StoreCopyLocation = { file: string; secret: string }

/** A copy cannot be used or written; the message has the reason. */
export class StoreCopyError extends Error {
  override name = 'StoreCopyError'
}

const format = 1
/** A larger copy would take too long to write, again and again. */
const maxBytes = 32 * 2 ** 20
/** How many lines are rendered without letting other work of the process run. */
const linesPerTurn = 1_000

type Head = { format: number; savedAt: number; kinds: string[] }
type EntryLine = [kind: number, key: string, value: StateValue, expiresAt: number | null]

/** Replaces the file. Throws `StoreCopyError` when the copy is too large, and removes the file then, because it is out of date. */
export async function writeStoreCopy({ file, secret }: StoreCopyLocation, copy: StoreCopy): Promise<void> {
  const mac = createHmac('sha256', secret)
  const chunks: string[] = []
  let bytes = 0
  const add = (lines: readonly string[]) => {
    const text = lines.map((line) => `${line}\n`).join('')
    mac.update(text)
    chunks.push(text)
    bytes += Buffer.byteLength(text)
  }

  const head: Head = { format, savedAt: copy.savedAt, kinds: [...copy.kinds.keys()] }
  add([JSON.stringify(head)])
  for (const [index, entries] of [...copy.kinds.values()].entries())
    for (let start = 0; start < entries.length; start += linesPerTurn) {
      add(entries.slice(start, start + linesPerTurn).map((entry) => JSON.stringify(lineOf(index, entry))))
      if (bytes > maxBytes) {
        await rm(file, { force: true })
        throw new StoreCopyError(`it has more than ${maxBytes / 2 ** 20} MiB`)
      }
      await setImmediate()
    }
  await makeFolder(dirname(file), { mode: 0o700 })
  await replaceFile(file, `${chunks.join('')}${mac.digest('base64url')}\n`, { mode: 0o600 })
}

/** Returns the copy; undefined when there is none. Throws `StoreCopyError`, and the error of the file system. */
export async function readStoreCopy({ file, secret }: StoreCopyLocation): Promise<StoreCopy | undefined> {
  const text = await readPrivateFile(file)
  if (text === undefined) return undefined
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  const found = Buffer.from(text.slice(end).trim(), 'base64url')
  const mac = createHmac('sha256', secret).update(text.slice(0, end)).digest()
  if (found.length !== mac.length || !timingSafeEqual(found, mac))
    throw new StoreCopyError('it is damaged, was changed, or is the copy of another store')

  const [first = '', ...lines] = text.slice(0, end - 1).split('\n')
  const head = JSON.parse(first) as Head
  if (head.format !== format) throw new StoreCopyError(`its format is ${head.format}, accepted is ${format}`)
  const kinds = head.kinds.map((kind) => [kind, [] as KeyedEntry[]] as const)
  for (const line of lines) {
    const [kind, key, value, expiresAt] = JSON.parse(line) as EntryLine
    kinds[kind]?.[1].push({ key, entry: { value, consumedAt: undefined, expiresAt: expiresAt ?? undefined } })
  }
  return { savedAt: head.savedAt, kinds: new Map(kinds) }
}

/** Returns when the copy was saved, in milliseconds since the epoch, without a check of the file; undefined when there is none. */
export async function readSavedAt(file: string): Promise<number | undefined> {
  await using handle = await open(file).catch(() => undefined)
  if (!handle) return undefined
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
  const [, savedAt] = /"savedAt":(\d{1,15})\b/.exec(buffer.toString('latin1', 0, bytesRead)) ?? []
  return savedAt === undefined ? undefined : Number(savedAt)
}

function lineOf(kind: number, { key, entry: { value, expiresAt } }: KeyedEntry): EntryLine {
  return [kind, key, value, expiresAt ?? null]
}

/** Returns the text of a file that only the user of this process can read and change. */
async function readPrivateFile(file: string): Promise<string | undefined> {
  await using handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return undefined
  const { mode, uid, size } = await handle.stat()
  if ((mode & 0o077) !== 0 || uid !== process.geteuid?.())
    throw new StoreCopyError('other users can read or change it: its mode must be 0600, its owner this user')
  if (size > 2 * maxBytes) throw new StoreCopyError(`it has more than ${maxBytes / 2 ** 20} MiB`)
  return await readFile(handle, 'utf8')
}
