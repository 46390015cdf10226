import { type FileHandle, open } from 'node:fs/promises'

import type { Terminal } from '../common/mq-program.ts'

/** Returns the lines of a file, or of standard input without one, as they arrive. Rejects when the file cannot be opened. */
export async function openScript(file: string | undefined, terminal: Terminal): Promise<AsyncIterable<string>> {
  return file === undefined ? terminal.readLines() : readLines(await open(file))
}

/**
 * Yields the lines of the file, which closes with its last line. It is read from the first request for a line on: readline loses the
 * lines, and its end, that arrive before its iterator exists.
 */
async function* readLines(file: FileHandle): AsyncGenerator<string> {
  yield* file.readLines()
}
