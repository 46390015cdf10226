/**
 * Loads modules of `src` and `test` anew for each run of a test file, so that one process can run many of them, each with another
 * mutant: the test file, and those that import the changed file. Other modules and libraries are loaded once.
 */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findDependents, readImporters } from './import-graph.ts'
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
/** The files that are loaded anew in this generation; all of them when undefined. */
let reloaded: ReadonlySet<string> | undefined

const dependents = new Map<string, ReadonlySet<string>>()
let importers: ReturnType<typeof readImporters> | undefined

interface Generation {
  mutant: LocatedMutant | undefined
  /** The file whose importers are loaded anew; all modules when undefined. */
  changedFile: string | undefined
}

/** Begins a generation of modules. Returns the URL by which to import a test file in it. */
export function beginGeneration(testFile: string, { mutant, changedFile }: Generation): string {
  generation += 1
  current = mutant && { ...mutant, file: resolve(mutant.file) }
  reloaded = changedFile === undefined ? undefined : findReloaded(resolve(changedFile))
  return inGeneration(pathToFileURL(resolve(testFile)).href)
}

/** Files that import ava declare tests, which each run needs anew. */
function findReloaded(changedFile: string): ReadonlySet<string> {
  importers ??= readImporters()
  const found = dependents.get(changedFile) ?? findDependents(importers, [changedFile, 'ava'])
  dependents.set(changedFile, found)
  return found
}

/** Returns the URL of the file that a module of the current generation comes from; undefined for another module. */
export function fileOfGeneration(url: string): string | undefined {
  const ending = `?generation=${generation}`
  return url.endsWith(ending) ? url.slice(0, -ending.length) : undefined
}

export function registerFreshModules(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === 'ava') return found(inGeneration(ava))
      if (specifier === './hash-cost.ts') return found(inRightGeneration(cheapHashes))
      const resolved = nextResolve(specifier, context)
      const isOwn = ownFolders.some((folder) => resolved.url.startsWith(folder)) && resolved.url.endsWith('.ts')
      return isOwn ? found(inRightGeneration(resolved.url)) : resolved
    },
    load(url, context, nextLoad) {
      const [, file] = /^(.*)\?generation=\d+$/.exec(url) ?? []
      if (file === undefined) return nextLoad(url, context)
      return { format: 'module', source: readSource(fileURLToPath(file)), shortCircuit: true }
    },
  })
}

function found(url: string): { url: string; format: string; shortCircuit: true } {
  return { url, format: 'module', shortCircuit: true }
}

function inRightGeneration(url: string): string {
  const isReloaded = reloaded?.has(fileURLToPath(url)) ?? true
  return isReloaded ? inGeneration(url) : `${url}?generation=0`
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
