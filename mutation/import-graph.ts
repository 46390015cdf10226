/** Which files of `src` and `test` import which, found in their texts. Imports of types are left out: they load nothing. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const imports = [
  /^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'/gm,
  /^import\s+'([^']+)'/gm,
  /\bimport\(\s*'([^']+)'\s*\)/g,
]

/** The files that import each file or package, by the absolute path of the file or the name of the package. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>

/** Reads every file below the folders, relative to the working folder. */
export function readImporters(folders: readonly string[] = ['src', 'test']): Importers {
  const importers = new Map<string, Set<string>>()
  for (const path of folders.flatMap((folder) => globSync(`${folder}/**/*.ts`))) {
    const file = resolve(path)
    const text = readFileSync(file, 'utf8')
    for (const specifier of imports.flatMap((pattern) => [...text.matchAll(pattern)].map(([, each]) => each))) {
      const imported = specifier?.startsWith('.') ? join(dirname(file), specifier) : (specifier as string)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}

/** Returns the files or packages, and all files that import one of them, directly or through others. */
export function findDependents(importers: Importers, changed: readonly string[]): ReadonlySet<string> {
  const found = new Set(changed)
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer)
  return found
}
