/** Asks at the terminal which of several names is meant. */
import { createInterface } from 'node:readline/promises'

export type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

/** Returns the chosen name, which the user gives as the name or as its number. Asks again after any other answer. */
export async function chooseAtTerminal(
  question: string,
  names: readonly string[],
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const lines = createInterface(terminal)
  const shown = names.map((name, index) => `  ${index + 1}  ${name}\n`).join('')
  const closed = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new Error(`${question} The terminal was closed without an answer.`)))
  })
  closed.catch(() => {}) // also rejects after an answer: nothing waits for it then
  try {
    for (let error = ''; ; error = `Give a name of the list, or a number from 1 to ${names.length}.\n`) {
      const answer = await Promise.race([lines.question(`${error}${question}\n${shown}> `), closed])
      const chosen = names.find((name, index) => answer.trim() === name || answer.trim() === String(index + 1))
      if (chosen !== undefined) return chosen
    }
  } finally {
    lines.close()
  }
}
