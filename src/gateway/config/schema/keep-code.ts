/** Keeps generated code in files, so that later processes do not generate it again. */
import { hash } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compileFunction } from 'node:vm'
import { makeFolderSync } from '../../../shared/lib/files/make-folder.ts'

type GeneratedFunction = (...values: unknown[]) => unknown

/**
 * Returns the function whose body was generated from the same source before, or else generates it. The file is a
 * module, so that Node's compile cache has what V8 compiled. When it cannot be written, each process generates it.
 *
 * @param folder the folder of the files; undefined to keep nothing
 * @param source everything that the generated code depends on
 * @param parameters the names of the parameters of the function
 */
export function keepCode(
  folder: string | undefined,
  source: string,
  generate: () => string,
  parameters: readonly string[],
): GeneratedFunction {
  const file = folder && join(folder, `${hash('sha256', source)}.cjs`)
  const kept = file && loadKept(file)
  if (kept) return kept
  const code = generate()
  if (file) writeCode(file, `module.exports = function (${parameters.join()}) {\n${code}\n}\n`)
  return compileFunction(code, parameters) as GeneratedFunction
}

/** Returns undefined for a file that is missing, incomplete after a power failure, or not this user's. */
function loadKept(file: string): GeneratedFunction | undefined {
  try {
    if (statSync(file).uid !== process.geteuid?.()) return undefined
    const [, digest, code] = /^\/\/ (\w+)\n(.*)$/s.exec(readFileSync(file, 'utf8')) ?? []
    if (code === undefined || hash('sha256', code) !== digest) return undefined
    const load = createRequire(file)
    const kept: GeneratedFunction = load(file)
    delete load.cache[file] // else it stays in memory when its schema has changed
    return kept
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
