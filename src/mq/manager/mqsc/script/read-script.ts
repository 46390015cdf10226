/**
 * Reads scripts of MQSC commands: joins, splits and skips lines.
 *
 * A line that ends with `+` continues at the first non-blank character of the next line, a line that ends with
 * `-` at its start. A line that begins with `*` is a comment, also between the lines of a command. `;` ends a
 * command.
 */

/** A command, or lines without one. `lines` are the lines as they were read. */
export type ScriptStatement = { readonly lines: readonly string[]; readonly command: string | undefined }

const ends = new Set(['END', 'QUIT', 'EXIT'])

/** Yields each statement as soon as its last line has been read. It stops after END. */
export async function* readScript(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<ScriptStatement> {
  let read: string[] = []
  let text = ''
  let join: '+' | '-' | undefined

  for await (const line of lines) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('*')) {
      if (join) read.push(line)
      else yield { lines: [line], command: undefined }
      continue
    }

    read.push(line)
    const body = join === '-' ? line.trimEnd() : trimmed
    join = continuation(body)
    text += join ? body.slice(0, -1) : body
    if (join) continue

    for (const [place, command] of split(text).entries()) {
      if (ends.has(command.toUpperCase())) return
      yield { lines: place === 0 ? read : [], command }
    }
    read = []
    text = ''
  }
  if (text.trim() !== '') yield { lines: read, command: text } // the file ended after a continued line
}

function continuation(line: string): '+' | '-' | undefined {
  const last = line.at(-1)
  return last === '+' || last === '-' ? last : undefined
}

/** Splits at semicolons outside quotes. */
function split(text: string): string[] {
  const commands: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "'") quoted = !quoted
    else if (text[at] === ';' && !quoted) {
      commands.push(text.slice(start, at))
      start = at + 1
    }
  }
  commands.push(text.slice(start))
  return commands.map((command) => command.trim()).filter((command) => command !== '')
}
