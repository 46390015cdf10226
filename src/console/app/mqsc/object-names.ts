/** The names of the objects that a command may be about, for completion. */
import { displayObjects } from '../api/mqsc.ts'

/** What DISPLAY calls objects, and where the name stands in the answer. */
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

/** Names for an object keyword; empty for those that have none. */
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
