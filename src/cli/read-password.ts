/**
 * A password for a command: typed without being shown, or the first line of what is piped in. Never an argument,
 * which every user of the machine could read in the list of processes.
 */
import type { ReadStream } from 'node:tty'

/** What the password is read from and the questions are written to; standard input and standard error by default. */
export interface Terminal {
  input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>
  write(text: string): void
}

const terminalOfProcess: Terminal = { input: process.stdin, write: (text) => process.stderr.write(text) }

/** Reads a password. When it is new, it is asked for twice; rejects when the two differ or nothing is given. */
export async function readPassword(
  question: string,
  { isNew = false, terminal = terminalOfProcess }: { isNew?: boolean; terminal?: Terminal } = {},
): Promise<string> {
  const { input } = terminal
  if (!input.isTTY) return firstLine(input)

  const password = await askHidden(`${question}: `, terminal)
  if (isNew && (await askHidden(`${question} again: `, terminal)) !== password) {
    throw new Error('the two passwords are not the same')
  }
  return password
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk))
    if (chunk.includes('\n')) break
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  if (line === '') throw new Error('no password was given: type it, or pipe it in as one line')
  return line
}

function askHidden(question: string, { input, write }: Terminal): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed: string[] = []
    write(question)
    input.setRawMode?.(true)
    input.setEncoding('utf8')
    input.on('data', take)
    input.resume()

    function take(text: string | Buffer) {
      for (const key of String(text)) {
        if (key === '\r' || key === '\n') return end(() => resolve(typed.join('')))
        if (key === '\x03' || key === '\x04') return end(() => reject(new Error('no password was given')))
        if (key === '\x15')
          typed = [] // Ctrl-U
        else if (key === '\x7f' || key === '\b') typed.pop()
        else typed.push(key)
      }
    }

    function end(settle: () => void) {
      input.off('data', take)
      input.pause()
      input.setRawMode?.(false)
      write('\n')
      settle()
    }
  })
}
