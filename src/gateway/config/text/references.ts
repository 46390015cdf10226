/**
 * Resolves references to values outside the document: `$env{NAME}`, `$file{path}` and `$vault{path#key}`, anywhere in a text.
 *
 * Inserted text is not parsed again, neither as YAML nor for references. `$env` inside the braces of `$file` and `$vault` is
 * resolved first. `$$env{`, `$$file{` and `$$vault{` stand for the literal text.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { attempt } from '../../../shared/lib/collections/attempt.ts'

export interface ReferenceDeps {
  /** The environment variables, and the values of `$vault{}` under the names of `nameSecret`. */
  environment: Record<string, string | undefined>
  /** The folder to which a path in `$file{}` is relative. */
  folder: string
  /** The folders whose files `$file{}` may name; links may not lead out of them. */
  readableFolders: readonly string[]
  /** Called with every text that a reference inserts. */
  onText?: ((text: string) => void) | undefined
  /** Called with the path of every file that a reference names, readable or not. */
  onFile?: ((path: string) => void) | undefined
  /** Called with every reference of `$vault{}`, whether its value is known or not. */
  onSecret?: ((reference: string) => void) | undefined
}

/** Returns the name under which variables have the value of `$vault{}`, or its error; no variable can have it. */
export function nameSecret(reference: string, of: 'value' | 'error' = 'value'): string {
  return `vault ${of} ${reference}`
}

/** The text with resolved references, or the reason why one is not, which never contains a resolved text. */
export type ResolvedText = { text: string } | { error: string }

/** Where containers find the secrets that are mounted into them. */
const defaultFileFolders = '/run/secrets'

/** Returns the folders for `$file{}`: that of the documents, `SLUICE_FILE_FOLDERS`, and the credentials of systemd. */
export function listReadableFolders(root: string, environment: ReferenceDeps['environment']): string[] {
  const { SLUICE_FILE_FOLDERS: folders = defaultFileFolders, CREDENTIALS_DIRECTORY: credentials = '' } = environment
  return [root, ...folders.split(':'), credentials].filter((each) => each !== '').map((each) => resolve(each))
}

const opening = /\$?\$(env|file|vault)\{/g
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/
/** References around a reference. */
const maxDepth = 4
const maxReferencedFileBytes = 1024 * 1024 // bytes

/** Returns whether a text contains a reference. */
export function hasReference(text: string): boolean {
  return text.includes('$env{') || text.includes('$file{') || text.includes('$vault{')
}

/** Escapes the references in a text, so that text from users inserts nothing. */
export function escapeReferences(text: string): string {
  return text.replace(/\$(?=(env|file|vault)\{)/g, '$$$$')
}

/** Resolves every reference in a text. Returns the reason when one cannot be resolved; never throws. */
export function resolveReferences(text: string, deps: ReferenceDeps): ResolvedText {
  return resolveAt(text, deps, 0)
}

/** `depth` is the number of references around the text. */
function resolveAt(text: string, deps: ReferenceDeps, depth: number): ResolvedText {
  if (depth > maxDepth) return { error: `a reference has more than ${maxDepth} others around it` }
  let result = ''
  let from = 0

  for (const match of text.matchAll(opening)) {
    if (match.index < from) continue // the match is inside the braces of the previous reference
    result += text.slice(from, match.index)
    const start = match.index + match[0].length
    if (match[0].startsWith('$$')) {
      result += match[0].slice(1)
      from = start
      continue
    }

    const end = closingBrace(text, start)
    if (end < 0) return { error: `"${match[0]}" is not closed with "}"` }
    const inside = text.slice(start, end)
    const found = resolvers[match[1] as keyof typeof resolvers](inside, deps, depth)
    if ('error' in found) return found
    result += found.text
    from = end + 1
  }

  return { text: result + text.slice(from) }
}

const resolvers = { env: variable, file, vault: secret }

const secretReference = /^[\w.@/-]+#[\w.-]+$/

function secret(written: string, deps: ReferenceDeps, depth: number): ResolvedText {
  const reference = resolveAt(written, deps, depth + 1)
  if ('error' in reference) return reference
  if (!secretReference.test(reference.text) || /(?:^|\/)\.{0,2}\//.test(reference.text))
    return { error: `$vault{${written}} must be a path and a key, such as $vault{secret/shop/database#password}` }
  deps.onSecret?.(reference.text)
  const text = deps.environment[nameSecret(reference.text)]
  const reason = deps.environment[nameSecret(reference.text, 'error')] ?? 'the vault has not been asked'
  if (text === undefined) return { error: `$vault{${written}}: ${reason}` }
  deps.onText?.(text)
  return { text }
}

function variable(name: string, { environment, onText: met }: ReferenceDeps): ResolvedText {
  if (!variableName.test(name)) {
    return { error: `$env{${name}} does not name an environment variable: letters, digits and "_" only` }
  }
  const text = Object.hasOwn(environment, name) ? environment[name] : undefined
  if (text === undefined) return { error: `the environment variable ${name} is not set` }

  met?.(text)
  return { text }
}

function file(written: string, deps: ReferenceDeps, depth: number): ResolvedText {
  const path = resolveAt(written, deps, depth + 1)
  if ('error' in path) return path
  if (path.text.trim() === '') return { error: '$file{} names no file' }

  const named = resolve(deps.folder, path.text)
  deps.onFile?.(named)
  // A path outside is not looked up, so that the error does not tell whether there is such a file.
  const outside = {
    error: `$file{${written}} is outside the folders that documents may read: ${deps.readableFolders.join(', ')}; SLUICE_FILE_FOLDERS names others than the first`,
  }
  if (!isReadable(named, deps.readableFolders)) return outside
  try {
    const absolute = realpathSync(named)
    const stat = statSync(absolute) // reading a pipe or a device could block for ever
    if (!stat.isFile()) return { error: `$file{${written}} is not a file` }
    if (stat.size > maxReferencedFileBytes) return { error: `$file{${written}} is larger than 1 MiB` }

    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(absolute)).replace(/\r?\n$/, '')
    deps.onText?.(text)
    return { text }
  } catch (error) {
    return { error: `$file{${written}} cannot be read: ${reason(error)}` }
  }
}

/** Returns whether a file is in one of the folders, also when it is a link. */
export function isReadable(path: string, folders: readonly string[]): boolean {
  if (!folders.some((folder) => isBelow(path, folder))) return false
  const real = findRealPath(path)
  return real === path || folders.some((folder) => isBelow(real, findRealPath(folder)))
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function findRealPath(path: string): string {
  return attempt(() => realpathSync(path)) ?? path
}

function reason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES') return 'permission denied'
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8 text'
  return code ?? 'it could not be opened'
}

/** Returns the offset of the brace that closes the one before `start`. It skips the braces of nested references. */
function closingBrace(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}
