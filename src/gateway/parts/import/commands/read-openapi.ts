/** Reads an OpenAPI file and everything that it refers to, from files and from the web. */
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type OpenApiFile, UsageError } from '../../../../shared/cli/common/command.ts'

const maxBytes = 32 * 1024 * 1024
const timeoutMs = 15_000

/** Reads and bundles the file. Rejects with `UsageError` or an error with a message for the user. */
export async function readOpenApi({ location, allowOutside, allowUrls }: OpenApiFile) {
  const { bundleDocument } = await import('../engine/index.ts')
  const isUrl = /^[a-z][a-z0-9+.-]+:\/\//i.test(location)
  if (isUrl && !/^(https?|file):/i.test(location))
    throw new UsageError(`FILE must be a path or an http or https URL - found "${location}"`)
  const start = isUrl ? new URL(location) : pathToFileURL(resolve(location))
  const root = start.protocol === 'file:' ? await findFolder(fileURLToPath(start)) : undefined

  return bundleDocument(start.href, {
    render: renderLocation,
    read: (each) =>
      each.startsWith('file:') ? readFileText(fileURLToPath(each), root, allowOutside) : fetchText(each),
    findRefusal(each) {
      const url = new URL(each)
      if (url.protocol === 'file:') {
        if (root === undefined) return 'names a file of this machine, and the document is from the web'
        const isInside = `${fileURLToPath(url)}`.startsWith(`${dirname(fileURLToPath(start))}${sep}`)
        return isInside || allowOutside ? undefined : 'is outside the folder of the file: --allow-outside follows it'
      }
      if (!/^https?:$/.test(url.protocol)) return 'must be a path or an http or https URL'
      return allowUrls || url.origin === start.origin
        ? undefined
        : 'is a URL of another server: --allow-urls follows it'
    },
  })
}

async function findFolder(file: string): Promise<string> {
  return dirname(await realpath(file).catch(() => file))
}

/** Reads a file. A symbolic link that leads outside the folder counts as a file outside. */
async function readFileText(path: string, root: string | undefined, allowOutside: boolean): Promise<string> {
  // Without O_NONBLOCK, opening a pipe waits for a program that writes into it.
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Error(`${path}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`)
    },
  )
  const stats = await file.stat()
  if (!stats.isFile())
    throw new Error(
      `${path} is ${stats.isDirectory() ? 'a folder' : 'a pipe or a device'}: name a regular file or a URL`,
    )
  if (stats.size > maxBytes) throw new Error(`${path} is larger than ${maxBytes / 1024 / 1024} MiB`)
  if (!allowOutside && root !== undefined && !(await realpath(path)).startsWith(`${root}${sep}`))
    throw new Error(`${path} is a link to a file outside the folder: --allow-outside follows it`)
  return decode(await file.readFile(), path)
}

async function fetchText(url: string): Promise<string> {
  let response: Response
  try {
    response = await fetch(url, {
      headers: { accept: 'application/yaml, application/json, text/yaml, */*;q=0.5' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return decode(await readBody(response), url)
  } catch (error) {
    const { message, cause } = error as Error
    throw new Error(`${url} could not be read: ${cause instanceof Error ? cause.message : message}`, { cause: error })
  }
}

async function readBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Uint8Array, location: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${location} is not UTF-8 text`)
  }
}

/** Returns a location as users write it: a path relative to the working folder where it is below it. URLs of the web stay. */
function renderLocation(location: string): string {
  if (!location.startsWith('file:')) return location
  const path = fileURLToPath(location)
  const here = relative(process.cwd(), path)
  return here.startsWith('..') ? path : here
}
