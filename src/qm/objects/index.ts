/** Every kind of object that commands define and display. */
import type { ObjectKind } from '../runtime.ts'
import { authinfo } from './authinfo.ts'
import { channel, clientChannel } from './channel.ts'
import { chlauth } from './chlauth.ts'
import { comminfo } from './comminfo.ts'
import type { Kind } from './kind.ts'
import { listener } from './listener.ts'
import { namelist } from './namelist.ts'
import { policy } from './policy.ts'
import { process } from './process.ts'
import { qmgr } from './qmgr.ts'
import { queue } from './queue.ts'
import { service } from './service.ts'
import { sub } from './sub.ts'
import { topic } from './topic.ts'

export const kinds: Readonly<Record<ObjectKind, Kind>> = {
  queue,
  topic,
  sub,
  channel,
  clntconn: clientChannel,
  listener,
  namelist,
  process,
  service,
  authinfo,
  comminfo,
  chlauth,
  policy,
  qmgr,
}

export { initialAttributes } from './kind.ts'
export { systemObjects } from './system-objects.ts'
