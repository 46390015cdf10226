/** The options and the script of `runmqsc`. It imports nothing of queue managers, which load when a host runs. */
import { type FileHandle, open } from 'node:fs/promises'
import type { MqOptions } from '../../runtime/index.ts'
import type { Terminal } from '../common/mq-program.ts'

/** Returns the lines of a file, or of standard input without one, as they arrive. Rejects when the file cannot be opened. */
export async function openScript(file: string | undefined, terminal: Terminal): Promise<AsyncIterable<string>> {
  return file === undefined ? terminal.readLines() : readLines(await open(file))
}

/**
 * Yields the lines of the file, which closes with its last line. It is read from the first request for a line on:
 * readline loses the lines, and its end, that arrive before its iterator exists.
 */
async function* readLines(file: FileHandle): AsyncGenerator<string> {
  yield* file.readLines()
}

/** The options of `runmqsc`, with and without `-c`. */
export const runmqscOptions: MqOptions = {
  '-e': { help: 'do not print the commands of the script' },
  '-v': { help: 'check the script without running it' },
  '-f': { value: 'File', help: 'the script; standard input when absent' },
  '-c': { help: 'send the script to the web server of SLUICE_MQ_URL' },
  '-u': { value: 'User', help: 'with -c: the user of the web server; SLUICE_MQ_USER when absent' },
  '-w': { value: 'Seconds', help: 'not supported: use -c' },
  '-x': { help: 'not supported' },
}
