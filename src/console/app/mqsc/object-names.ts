/** Loads the object names that complete a command. */
import { displayObjects } from '../api/mqsc.ts'

/** By object keyword, the DISPLAY qualifier and the response attribute that contains the name. */
const displayQueries: Readonly<Record<string, readonly [qualifier: string, key: string]>> = {
  QUEUE: ['queue', 'queue'],
  QLOCAL: ['qlocal', 'queue'],
  QALIAS: ['qalias', 'queue'],
  QREMOTE: ['qremote', 'queue'],
  QMODEL: ['qmodel', 'queue'],
  QSTATUS: ['qlocal', 'queue'],
  TOPIC: ['topic', 'topic'],
  SUB: ['sub', 'sub'],
  SBSTATUS: ['sub', 'sub'],
  CHANNEL: ['channel', 'channel'],
  CHSTATUS: ['channel', 'channel'],
  LISTENER: ['listener', 'listener'],
  LSSTATUS: ['listener', 'listener'],
  NAMELIST: ['namelist', 'namelist'],
  PROCESS: ['process', 'process'],
  SERVICE: ['service', 'service'],
  AUTHINFO: ['authinfo', 'authinfo'],
}

/** Returns the names of the objects for an object keyword; empty for keywords without names. */
export async function loadObjectNames(
  manager: string,
  keyword: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const [qualifier, key] = displayQueries[keyword] ?? []
  if (!qualifier || !key) return []
  const responses = await displayObjects(manager, { qualifier, name: '*' }, signal)
  return responses.map(({ parameters = {} }) => String(parameters[key]))
}

const maxCommands = 100
const prefix = 'mq-console:mqsc:'

export function readCommandHistory(manager: string): readonly string[] {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + manager) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Adds a command to the history, except a repetition of the last one and commands with passwords. */
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
