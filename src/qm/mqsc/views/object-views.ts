/** DISPLAY of kinds of object that have only definitions. */
import type { ObjectKind } from '../../types/services.ts'
import type { DisplayView } from '../command/display.ts'
import { buildObjectView } from './objects.ts'

export const channels: DisplayView = buildObjectView(['channel', 'clntconn'], {
  readLive: (_runtime, { attributes }, keyword) =>
    keyword === 'RESETSEQ' && 'SEQWRAP' in attributes ? 'NO' : undefined,
})

export const namelists: DisplayView = buildObjectView(['namelist'], {
  readLive: (_runtime, { attributes: { NAMES: names } }, keyword) =>
    keyword === 'NAMCOUNT' ? (Array.isArray(names) ? names.length : 0) : undefined,
})

const viewAllAttributes = (kind: ObjectKind) => buildObjectView([kind])

export const topics: DisplayView = buildObjectView(['topic'], { clustered: 'CLUSTER', filters: ['CLUSTER'] })
export const clusterTopics: DisplayView = buildObjectView(['topic'], {
  type: 'CLUSTER',
  clustered: 'CLUSTER',
})
export const listeners: DisplayView = buildObjectView(['listener'], { filters: ['TRPTYPE'] })
export const processes: DisplayView = viewAllAttributes('process')
export const services: DisplayView = viewAllAttributes('service')
export const authinfos: DisplayView = viewAllAttributes('authinfo')
export const comminfos: DisplayView = viewAllAttributes('comminfo')
