/** Standard input of a program: its lines, and a password before them. */
import { createInterface } from 'node:readline'
import { type PasswordTerminal, readPassword } from '../../../shared/cli/common/read-password.ts'

export function openStandardInput(input: PasswordTerminal['input'], write: (text: string) => void) {
  // One reader for the whole input: a second one would miss what the first one has buffered.
  let lines: AsyncIterator<string> | undefined
  const openLines = () => {
    lines ??= createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
    return lines
  }
  return {
    /** The lines that were not read yet, without their line ends. */
    readLines: (): AsyncIterable<string> => ({ [Symbol.asyncIterator]: openLines }),

    /** Resolves with the password: typed without being shown, or the next line. Rejects when the input has ended. */
    async readPassword(): Promise<string> {
      if (input.isTTY) return readPassword('Enter password', { terminal: { input, write } })
      const { value, done } = await openLines().next()
      if (!done) return value
      throw new Error(
        'MQSAMP_USER_ID is set, and standard input has no password: type it, or pipe it in as the first line',
      )
    },
  }
}
