/**
 * Keeps the files of the build before the present one for a day: a page that a browser opened before an upgrade loads
 * the rest of its code from them.
 *
 * `current/` contains the files that the server served last, `previous/` those that a newer build has replaced; the
 * modification time of a file in `previous/` is the time of its replacement.
 */
import { readFileSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { dayMs } from '../../lib/time/durations.ts'
import { type Asset, assetTypes, buildAsset, contentEncodings, encodingSuffixes } from './assets.ts'

export interface PreviousAssetsOptions {
  /** The files of the present build by path. */
  assets: ReadonlyMap<string, Asset>
  /** A folder that stays when the server is upgraded. It is created. */
  folder: string
  /** The present time in milliseconds since the epoch. */
  now: number
}

export interface PreviousAssets {
  /** Returns a file of an earlier build, or undefined when there is none. */
  find(path: string): Asset | undefined
  /** Resolves when the files of the present build are stored. A folder that cannot be written keeps none. */
  stored: Promise<void>
}

export function openPreviousAssets(options: PreviousAssetsOptions): PreviousAssets {
  let names: ReadonlySet<string> = new Set()
  return {
    find(path) {
      const name = basename(path)
      return path === `/assets/${name}` && names.has(name)
        ? readAsset(join(options.folder, 'previous', name), names)
        : undefined
    },
    stored: storeAssets(options)
      .then((found) => {
        names = found
      })
      .catch(() => {}), // the page works without them
  }
}

/** Stores the present build and returns the names of the files of earlier builds. */
async function storeAssets({ assets, folder, now }: PreviousAssetsOptions): Promise<ReadonlySet<string>> {
  const current = join(folder, 'current')
  const previous = join(folder, 'previous')
  await makeFolder(current)
  await makeFolder(previous)
  const files = listFiles(assets)
  const stored = await readdir(current)

  for (const name of stored.filter((each) => !files.has(each))) {
    await rename(join(current, name), join(previous, name))
    await utimes(join(previous, name), new Date(now), new Date(now))
  }
  for (const [name, body] of files) {
    if (!stored.includes(name)) await writeWhole(join(current, name), body)
  }
  return removeOld(previous, files, now)
}

/** Returns the files of the present build with a digest in their name, and their compressed variants, by name. */
function listFiles(assets: ReadonlyMap<string, Asset>): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const [path, { isImmutable, body, encoded }] of assets) {
    if (!isImmutable) continue
    files.set(basename(path), body)
    for (const encoding of contentEncodings) {
      const compressed = encoded[encoding]
      if (compressed) files.set(`${basename(path)}${encodingSuffixes[encoding]}`, compressed)
    }
  }
  return files
}

/** Removes files that were replaced more than a day ago, or are served again. Returns the names of the others. */
async function removeOld(
  previous: string,
  present: ReadonlyMap<string, Buffer>,
  now: number,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const name of await readdir(previous)) {
    const { mtimeMs } = await stat(join(previous, name))
    if (present.has(name) || mtimeMs <= now - dayMs) await rm(join(previous, name), { force: true })
    else names.add(name)
  }
  return names
}

/** Writes a file that is complete as soon as it has its name. */
async function writeWhole(file: string, body: Buffer): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, body)
  await rename(draft, file)
}

function readAsset(file: string, names: ReadonlySet<string>): Asset | undefined {
  const type = assetTypes[extname(file)]
  if (!type) return undefined
  try {
    const encoded: Asset['encoded'] = {}
    for (const encoding of contentEncodings) {
      const variant = `${file}${encodingSuffixes[encoding]}`
      if (names.has(basename(variant))) encoded[encoding] = readFileSync(variant)
    }
    return { ...buildAsset(200, type, readFileSync(file)), encoded, isImmutable: true }
  } catch {
    return undefined // another process has removed it
  }
}
