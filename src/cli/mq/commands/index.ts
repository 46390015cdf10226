/** Lists the control commands of queue managers. Each is a `bin` of the package. */
import type { MqCommand } from '../../../runtime/mq/index.ts'
import { fileTransferCommands } from '../file-transfer/index.ts'
import { addmqinf } from './addmqinf.ts'
import { crtmqm } from './crtmqm.ts'
import { dltmqm } from './dltmqm.ts'
import { dmpmqcfg } from './dmpmqcfg.ts'
import { dspmq } from './dspmq.ts'
import { dspmqaut } from './dspmqaut.ts'
import { dspmqver } from './dspmqver.ts'
import { dspmqweb } from './dspmqweb.ts'
import { endmqm } from './endmqm.ts'
import { endmqweb } from './endmqweb.ts'
import { rcdmqimg, rcrmqobj } from './media-images.ts'
import { rmvmqinf } from './rmvmqinf.ts'
import { setmqaut } from './setmqaut.ts'
import { setmqweb } from './setmqweb.ts'
import { strmqm } from './strmqm.ts'
import { strmqweb } from './strmqweb.ts'

export const mqCommands: readonly MqCommand[] = [
  ...[crtmqm, strmqm, endmqm, dltmqm, addmqinf, rmvmqinf, dspmq, dspmqver],
  ...[setmqaut, dspmqaut, dmpmqcfg, rcdmqimg, rcrmqobj],
  ...[strmqweb, endmqweb, dspmqweb, setmqweb],
  ...fileTransferCommands,
]
