/**
 * Splits an MQSC script into commands: a line that ends in `+` or `-` continues on the next line, and a line that
 * begins with `*` is a comment. Pure.
 */
export function splitScript(script: string): readonly string[] {
  const commands: string[] = []
  let command = ''
  let dropsBlanks = true
  for (const line of script.split(/\r?\n/)) {
    if (command === '' && /^\s*(\*|$)/.test(line)) continue
    const [, mark] = /([+-])$/.exec(line.trimEnd()) ?? []
    const text = mark === undefined ? line.trimEnd() : line.trimEnd().slice(0, -1)
    // After `+` the next line continues at its first character that is not blank; after `-` at its start.
    command += dropsBlanks ? text.trimStart() : text
    dropsBlanks = mark !== '-'
    if (mark === '+') command = `${command.trimEnd()} `
    else if (mark !== '-') {
      commands.push(command.trim().replace(/;$/, ''))
      command = ''
    }
  }
  if (command.trim() !== '') commands.push(command.trim())
  return commands.filter((each) => each !== '')
}
