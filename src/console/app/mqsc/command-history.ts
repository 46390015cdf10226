/** Stores the past commands of each queue manager in the session storage of the tab, the newest last. */

const maxCommands = 100
const prefix = 'mq-console:mqsc:'

export function readCommandHistory(manager: string): readonly string[] {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + manager) ?? '[]') as string[]
  } catch {
    return []
  }
}

/**
 * Adds a command and returns the history. It skips a repetition of the last command and commands that contain
 * passwords.
 */
export function addToCommandHistory(manager: string, command: string): readonly string[] {
  const past = readCommandHistory(manager)
  if (past.at(-1) === command || /PASSWORD|LDAPPWD|KEYRPWD|INITKEY/i.test(command)) return past
  const next = [...past, command].slice(-maxCommands)
  try {
    sessionStorage.setItem(prefix + manager, JSON.stringify(next))
  } catch {
    // The storage is full or disabled: the history is lost.
  }
  return next
}
