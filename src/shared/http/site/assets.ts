/** Loads the files of a web page from the build folder, with the compressed variants beside them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

export const contentEncodings = ['br', 'gzip'] as const
export type ContentEncoding = (typeof contentEncodings)[number]

export interface Asset {
  status: number
  contentType: string
  body: Buffer
  /** The compressed variants that the build created. */
  encoded: Partial<Record<ContentEncoding, Buffer>>
  /** Whether the file name contains a digest of the content, so that the content never changes. */
  isImmutable: boolean
  etag: string
}

/** The suffixes of the compressed variants of a file. */
export const encodingSuffixes: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' }

/** The content types of the files of a page, by extension. */
export const assetTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** Returns the files of a folder by path (`/assets/main-1a2b.js`); undefined when it has no `index.html`. */
export function loadAssets(folder: string): ReadonlyMap<string, Asset> | undefined {
  const files = listFiles(folder)
  if (!files.includes(join(folder, 'index.html'))) return undefined

  const assets = new Map<string, Asset>()
  for (const file of files) {
    const type = assetTypes[extname(file)]
    if (type) assets.set(`/${relative(folder, file).split(sep).join('/')}`, readAsset(file, type, files))
  }
  return assets
}

function readAsset(file: string, type: string, files: readonly string[]): Asset {
  const body = readFileSync(file)
  const encoded: Partial<Record<ContentEncoding, Buffer>> = {}
  for (const encoding of contentEncodings) {
    const compressed = `${file}${encodingSuffixes[encoding]}`
    if (files.includes(compressed)) encoded[encoding] = readFileSync(compressed)
  }
  return { ...buildAsset(200, type, body), encoded, isImmutable: file.includes(`${sep}assets${sep}`) }
}

/** Creates an asset that is not a file. */
export function buildAsset(status: number, type: string, body: Buffer): Asset {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, contentType: type, body, encoded: {}, isImmutable: false, etag }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
