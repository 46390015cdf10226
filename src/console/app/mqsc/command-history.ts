/** The commands that were run before, newest last; kept while the window is open, for each queue manager. */

const maxCommands = 100
const prefix = 'mq-console:mqsc:'

export function readCommandHistory(manager: string): readonly string[] {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + manager) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Adds a command. One that was run just before is not added twice; passwords are not kept. */
export function addToCommandHistory(manager: string, command: string): readonly string[] {
  const past = readCommandHistory(manager)
  if (past.at(-1) === command || /PASSWORD|LDAPPWD|KEYRPWD|INITKEY/i.test(command)) return past
  const next = [...past, command].slice(-maxCommands)
  try {
    sessionStorage.setItem(prefix + manager, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing forgets them.
  }
  return next
}
