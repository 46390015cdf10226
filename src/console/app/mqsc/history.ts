/** The commands that were run before, newest last; kept while the window is open, for each queue manager. */

const most = 100
const prefix = 'mq-console:mqsc:'

export function pastCommands(manager: string): readonly string[] {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + manager) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Adds a command. One that was run just before is not added twice; passwords are not kept. */
export function keepCommand(manager: string, command: string): readonly string[] {
  const past = pastCommands(manager)
  if (past.at(-1) === command || /PASSWORD|LDAPPWD|KEYRPWD|INITKEY/i.test(command)) return past
  const next = [...past, command].slice(-most)
  try {
    sessionStorage.setItem(prefix + manager, JSON.stringify(next))
  } catch {
    // A browser that keeps nothing forgets them.
  }
  return next
}
