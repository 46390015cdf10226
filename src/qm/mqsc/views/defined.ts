/** DISPLAY of the kinds of object that have little or nothing live about them. */
import type { ObjectKind } from '../../runtime.ts'
import type { View } from '../display.ts'
import { objectView } from './objects.ts'

export const channels: View = objectView(['channel', 'clntconn'], {
  live: (_call, { attributes }) => ('SEQWRAP' in attributes ? { RESETSEQ: 'NO' } : {}),
})

export const namelists: View = objectView(['namelist'], {
  live: (_call, { attributes: { NAMES: names } }) => ({ NAMCOUNT: Array.isArray(names) ? names.length : 0 }),
})

const plain = (kind: ObjectKind) => objectView([kind])

export const topics: View = objectView(['topic'], { clustered: 'CLUSTER', filters: ['CLUSTER'] })
export const clusterTopics: View = objectView(['topic'], { type: 'CLUSTER' })
export const listeners: View = objectView(['listener'], { filters: ['TRPTYPE'] })
export const processes: View = plain('process')
export const services: View = plain('service')
export const authinfos: View = plain('authinfo')
export const comminfos: View = plain('comminfo')
