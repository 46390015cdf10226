/** Keeps generated code in files, so that later processes do not generate it again. */
import { hash } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolderSync } from '../../../shared/lib/files/make-folder.ts'

/**
 * Returns the code that was generated from the same source before, or else generates it. When the folder cannot be
 * written, each process generates the code.
 *
 * @param folder the folder of the files; undefined to keep nothing
 * @param source everything that the generated code depends on
 */
export function keepCode(folder: string | undefined, source: string, generate: () => string): string {
  if (folder === undefined) return generate()
  const file = join(folder, `${hash('sha256', source)}.js`)
  const kept = readCode(file)
  if (kept !== undefined) return kept
  const code = generate()
  writeCode(file, code)
  return code
}

/** Returns undefined for a file that is missing, incomplete after a power failure, or not this user's. */
function readCode(file: string): string | undefined {
  try {
    if (statSync(file).uid !== process.geteuid?.()) return undefined
    const [, digest, code] = /^\/\/ (\w+)\n(.*)$/s.exec(readFileSync(file, 'utf8')) ?? []
    return code !== undefined && hash('sha256', code) === digest ? code : undefined
  } catch {
    return undefined
  }
}

/** Several processes can write the file at the same time: they write the same. */
function writeCode(file: string, code: string): void {
  const temporary = `${file}.${process.pid}`
  try {
    makeFolderSync(dirname(file), { mode: 0o700 })
    writeFileSync(temporary, `// ${hash('sha256', code)}\n${code}`, { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // the next process generates the code again
  }
}
