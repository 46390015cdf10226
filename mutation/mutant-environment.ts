/** The variables by which processes and threads that tests start load a mutant (`load-mutant.ts`). */
import { resolve } from 'node:path'
import type { LocatedMutant } from './test-run.ts'

const hook = `--import=${new URL('load-mutant.ts', import.meta.url).href}`

/** Returns the variables; those of this process stay as they are. */
export function mutantEnvironment(
  mutant: LocatedMutant,
  { NODE_OPTIONS = '' }: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return {
    NODE_OPTIONS: `${NODE_OPTIONS} ${hook}`.trim(),
    MUTANT: JSON.stringify({ ...mutant, file: resolve(mutant.file) }),
  }
}

/** Returns the text of a source file with the mutant in it. */
export function applyMutant(
  text: string,
  { start, end, replacement }: Pick<LocatedMutant, 'start' | 'end' | 'replacement'>,
): string {
  return text.slice(0, start) + replacement + text.slice(end)
}
