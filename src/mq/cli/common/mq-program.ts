/** A program that calls queue managers from its own process. When it ends, uncommitted work is backed out. */
import type { ProgramCredentials } from '../../manager/index.ts'
import { type MqCommand, MqiCallError, type ProgramConnection } from '../../runtime/index.ts'

export interface MqProgram extends Pick<MqCommand, 'name' | 'summary' | 'usage' | 'verbs' | 'options'> {
  /** Runs the program. Resolves with the exit status. */
  run(args: readonly string[], terminal: Terminal): Promise<number>
}

/** The process of a program, as the program uses it. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The lines of standard input, without their line ends. */
  readLines(): AsyncIterable<string>
  write(text: string | Buffer): void
  writeError(text: string): void
  /** Asks for a password on the terminal, without showing it; without a terminal, returns the next line of standard input. */
  readPassword(): Promise<string>
  /**
   * Connects to a queue manager, or to the default one. Rejects with reason code 2035, 2058 or 2059. `operator` stands
   * for the owner of the data folder, who may do anything there, also where CHCKLOCL requires a password of programs.
   */
  connect(
    manager: string | undefined,
    application: string,
    credentials?: ProgramCredentials | 'operator',
  ): Promise<ProgramConnection>
}

/** Runs an MQI call of a sample. A failure is written as the product does: the result is undefined. Throws others. */
export async function reportReason<T>(
  terminal: Terminal,
  call: string,
  work: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof MqiCallError)) throw error
    terminal.write(`${call} ended with reason code ${error.reasonCode}\n`)
    terminal.writeError(`${error.message}\n`)
    return undefined
  }
}
