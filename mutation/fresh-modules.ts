/**
 * Loads the modules of `src` and `test` anew for each run of a test file, so that one process can run many of them, each with
 * another mutant. Libraries are loaded once.
 */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { applyMutant } from './mutant-environment.ts'
import type { LocatedMutant } from './test-run.ts'

const root = pathToFileURL(`${process.cwd()}/`).href
const ownFolders = [`${root}src/`, `${root}test/`]
const ava = new URL('ava-chain.ts', import.meta.url).href
const cheapHashes = `${root}test/groups/low-hash-cost.ts`

/** Sources without types, by path. */
const sources = new Map<string, string>()
let generation = 0
let current: LocatedMutant | undefined

/** Begins a generation of modules. Returns the URL by which to import a test file in it. */
export function beginGeneration(testFile: string, mutant: LocatedMutant | undefined): string {
  generation += 1
  current = mutant && { ...mutant, file: resolve(mutant.file) }
  return inGeneration(pathToFileURL(resolve(testFile)).href)
}

/** Returns the URL of the file that a module of the current generation comes from; undefined for another module. */
export function fileOfGeneration(url: string): string | undefined {
  const ending = `?generation=${generation}`
  return url.endsWith(ending) ? url.slice(0, -ending.length) : undefined
}

export function registerFreshModules(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === 'ava') return found(ava)
      if (specifier === './hash-cost.ts') return found(cheapHashes)
      const resolved = nextResolve(specifier, context)
      const isOwn =
        ownFolders.some((folder) => resolved.url.startsWith(folder)) && resolved.url.endsWith('.ts')
      return isOwn ? found(resolved.url) : resolved
    },
    load(url, context, nextLoad) {
      const file = fileOfGeneration(url)
      if (file === undefined) return nextLoad(url, context)
      return { format: 'module', source: readSource(fileURLToPath(file)), shortCircuit: true }
    },
  })
}

function found(url: string): { url: string; format: string; shortCircuit: true } {
  return { url: inGeneration(url), format: 'module', shortCircuit: true }
}

function inGeneration(url: string): string {
  return `${url}?generation=${generation}`
}

function readSource(path: string): string {
  if (current?.file === path) return stripTypeScriptTypes(applyMutant(readFileSync(path, 'utf8'), current))
  const source = sources.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8'))
  sources.set(path, source)
  return source
}
