import { open } from 'node:fs/promises'

import type { Terminal } from '../common/mq-program.ts'

/** Returns the lines of a file, or of standard input without one, as they arrive. Rejects when the file cannot be opened. */
export async function openScript(
  file: string | undefined,
  terminal: Terminal,
): Promise<AsyncIterable<string>> {
  if (file === undefined) return terminal.readLines()
  return (await open(file)).readLines() // the file closes with its last line
}
