/** Lists the control commands of queue managers. Each is a `bin` of the package. */

import { fileTransferCommands } from '../../parts/file-transfer/commands/index.ts'
import type { MqCommand } from '../../runtime/index.ts'
import { dspmqaut, setmqaut } from './authorities.ts'
import { dspmq, dspmqver } from './displays.ts'
import { dmpmqcfg } from './dmpmqcfg.ts'
import { addmqinf, crtmqm, dltmqm, rcdmqimg, rcrmqobj, rmvmqinf } from './installation.ts'
import { endmqm, strmqm } from './lifecycle.ts'
import { setmqweb } from './setmqweb.ts'
import { dspmqweb, endmqweb, strmqweb } from './web-server.ts'

export const mqCommands: readonly MqCommand[] = [
  ...[crtmqm, strmqm, endmqm, dltmqm, addmqinf, rmvmqinf, dspmq, dspmqver],
  ...[setmqaut, dspmqaut, dmpmqcfg, rcdmqimg, rcrmqobj],
  ...[strmqweb, endmqweb, dspmqweb, setmqweb],
  ...fileTransferCommands,
]
