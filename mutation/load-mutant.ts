/**
 * Replaces a part of one source file in memory, in every process and thread that starts with `--import` of this file.
 * `MUTANT` is JSON: the file, the offsets of the text to replace, and the replacement.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { applyMutant } from './mutant-environment.ts'
import type { LocatedMutant } from './test-run.ts'

const mutant = JSON.parse(process.env.MUTANT ?? 'null') as LocatedMutant | null

if (mutant) {
  const mutated = pathToFileURL(mutant.file).href
  registerHooks({
    load(url, context, nextLoad) {
      // A thread that a test process starts loads its first file with the generation in the query.
      if (url.replace(/\?generation=\d+$/, '') !== mutated) return nextLoad(url, context)
      const source = applyMutant(readFileSync(mutant.file, 'utf8'), mutant)
      return { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
