/** Keys from a file, or all files of a folder (a mounted secret) in the order of their names: the last one signs. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegularFileLater } from '../../../shared/lib/files/read-regular-file.ts'
import type { SigningKeySource } from '../../config/types/index.ts'
import type { KeySupply } from './key-supply.ts'
import { KeySourceError, parseKeys, type SuppliedKey } from './parse-keys.ts'

/** How soon a replaced file is noticed. Files are read again instead of watched: a mounted secret is replaced by a link. */
const refreshIntervalMs = 1_000

/** Reads keys again when the text of a file has changed. */
export function openFileSupply({ path }: Extract<SigningKeySource, { kind: 'file' }>): KeySupply {
  let known: { text: string; keys: readonly SuppliedKey[] } | undefined

  return {
    kind: 'file',
    refreshIntervalMs,
    async load() {
      const texts = await readTexts(path)
      const text = JSON.stringify(texts)
      if (known?.text !== text) known = { text, keys: texts.flatMap(([file, each]) => parseKeys(each, file)) }
      return known.keys
    },
    close() {},
  }
}

/** Returns the path and the text of each file, in the order of their names. */
async function readTexts(path: string): Promise<[file: string, text: string][]> {
  const place = `signing keys ${path}`
  try {
    const files = (await stat(path)).isDirectory() ? await listFiles(path) : [path]
    if (files.length === 0)
      throw new KeySourceError(`${place}: the folder has no file; put a private key in PEM or as a JWK there`)
    return await Promise.all(
      files.map(
        async (file): Promise<[string, string]> => [
          `signing keys ${file}`,
          (await readRegularFileLater(file)).toString(),
        ],
      ),
    )
  } catch (cause) {
    if (cause instanceof KeySourceError) throw cause
    throw new KeySourceError(`${place}: ${(cause as Error).message}`, { cause })
  }
}

/** Hidden entries are left out: a mounted secret keeps its versions in folders that begin with "..". */
async function listFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  const found = await Promise.all(
    names.map(async (name) => ((await stat(join(folder, name))).isFile() ? [join(folder, name)] : [])),
  )
  return found.flat()
}
