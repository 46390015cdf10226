/** Declares the tests of all files of a group in this process. */
import { registerHooks } from 'node:module'
import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { declarations, loading } from './declarations.ts'
import { findGroup, type GroupName } from './groups.ts'

const ownFolder = new URL('./', import.meta.url).href
const titledTest = new URL('titled-test.ts', import.meta.url).href
const lowHashCost = new URL('low-hash-cost.ts', import.meta.url).href
const root = resolve(import.meta.dirname, '../..')

/** Imports the files with `titled-test.ts` in the place of ava and cheap hashes of secrets, then declares their tests. */
export async function runGroup(name: GroupName): Promise<void> {
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL = '' } = context
      if (specifier === './hash-cost.ts') return { url: lowHashCost, format: 'module-typescript', shortCircuit: true }
      if (specifier !== 'ava' || parentURL.startsWith(ownFolder)) return nextResolve(specifier, context)
      return { url: titledTest, format: 'module-typescript', shortCircuit: true }
    },
  })
  for (const path of findGroup(name)) {
    loading.prefix = relative('test', path)
      .replace(/\.test\.ts$/, '')
      .replaceAll('/', ' › ')
    await import(pathToFileURL(resolve(root, path)).href)
  }
  hooks.deregister()
  for (const declare of declarations) declare()
}
