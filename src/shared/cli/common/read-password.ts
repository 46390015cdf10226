/** Reads a password without showing it, or a piped line. As an argument, every user of the machine could read it. */
import type { ReadStream } from 'node:tty'

/** What the password is read from and the questions are written to; standard input and standard error by default. */
export interface PasswordTerminal {
  input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>
  write(text: string): void
}

const terminalOfProcess: PasswordTerminal = { input: process.stdin, write: (text) => process.stderr.write(text) }

/** Reads a password. A new password is read twice; rejects when the two differ or the input is empty. */
export async function readPassword(
  question: string,
  { isNew = false, terminal = terminalOfProcess }: { isNew?: boolean; terminal?: PasswordTerminal } = {},
): Promise<string> {
  const [password] = (await readPasswords([question], terminal)) as [string]
  if (isNew && terminal.input.isTTY && (await askHidden(`${question} again: `, terminal)) !== password) {
    throw new Error('the two passwords are not the same')
  }
  return password
}

/** Reads several, one after the other; piped in, each is a line. */
export async function readPasswords(
  questions: readonly string[],
  terminal: PasswordTerminal = terminalOfProcess,
): Promise<string[]> {
  if (!terminal.input.isTTY) return firstLines(terminal.input, questions)
  const answers: string[] = []
  for (const question of questions) answers.push(await askHidden(`${question}: `, terminal))
  return answers
}

async function firstLines(input: NodeJS.ReadableStream, questions: readonly string[]): Promise<string[]> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of input) {
    text += decoder.decode(Buffer.from(chunk), { stream: true })
    if (text.split('\n').length > questions.length) break
  }
  const lines = text.split(/\r?\n/)
  return questions.map((question, index) => {
    const line = lines[index]
    if (line) return line
    const rest = questions.length === 1 ? 'as one line' : `as line ${index + 1}`
    const wanted = question.charAt(0).toLowerCase() + question.slice(1)
    throw new Error(`no ${wanted} was given: type it, or pipe it in ${rest}`)
  })
}

function askHidden(question: string, { input, write }: PasswordTerminal): Promise<string> {
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
