/** Lists the control commands of queue managers. Each is a `bin` of the package. */
import type { HostPart, MqCommand } from '../../runtime/index.ts'
import { dspmqaut, setmqaut } from './authorities.ts'
import { dspmq, dspmqver } from './displays.ts'
import { dmpmqcfg } from './dmpmqcfg.ts'
import { addmqinf, crtmqm, dltmqm, rcdmqimg, rcrmqobj, rmvmqinf } from './installation.ts'
import { endmqm, strmqm } from './lifecycle.ts'
import { setmqweb } from './setmqweb.ts'
import { dspmqweb, endmqweb, strmqweb } from './web-server.ts'

const coreCommands: readonly MqCommand[] = [
  ...[crtmqm, strmqm, endmqm, dltmqm, addmqinf, rmvmqinf, dspmq, dspmqver],
  ...[setmqaut, dspmqaut, dmpmqcfg, rcdmqimg, rcrmqobj],
  ...[strmqweb, endmqweb, dspmqweb, setmqweb],
]

/** Returns the commands of a process with these parts. Rejects when their code cannot be loaded. */
export async function loadMqCommands(parts: readonly HostPart[]): Promise<readonly MqCommand[]> {
  return [...coreCommands, ...(await Promise.all(parts.flatMap((part) => part.loadCommands?.() ?? []))).flat()]
}
