/** The kinds of definitions that `dmpmqcfg` writes, in their order. */
import type { ObjectDefinition } from '../../../qm/index.ts'

export interface DumpKind {
  kind: ObjectDefinition['kind']
  /** The word of `-t`, and its synonyms. */
  types: readonly string[]
  /** The word of `-x`. */
  exported: 'object' | 'sub'
  /** The object keyword of DISPLAY and, unless the type of the object is one, of DEFINE. */
  qualifier: string
  /** Whether the type of the object is the object keyword: DEFINE QLOCAL. */
  isDefinedByType?: true
}

export const dumpKinds: readonly DumpKind[] = [
  { kind: 'qmgr', types: ['qmgr'], exported: 'object', qualifier: 'QMGR' },
  { kind: 'queue', types: ['queue'], exported: 'object', qualifier: 'QUEUE', isDefinedByType: true },
  { kind: 'namelist', types: ['namelist'], exported: 'object', qualifier: 'NAMELIST' },
  { kind: 'process', types: ['process'], exported: 'object', qualifier: 'PROCESS' },
  { kind: 'channel', types: ['channel'], exported: 'object', qualifier: 'CHANNEL' },
  { kind: 'clntconn', types: ['clntconn', 'channel'], exported: 'object', qualifier: 'CHANNEL' },
  { kind: 'authinfo', types: ['authinfo'], exported: 'object', qualifier: 'AUTHINFO' },
  { kind: 'listener', types: ['lstr', 'listener'], exported: 'object', qualifier: 'LISTENER' },
  { kind: 'service', types: ['srvc', 'service'], exported: 'object', qualifier: 'SERVICE' },
  { kind: 'comminfo', types: ['comminfo'], exported: 'object', qualifier: 'COMMINFO' },
  { kind: 'topic', types: ['topic'], exported: 'object', qualifier: 'TOPIC' },
  { kind: 'sub', types: ['sub'], exported: 'sub', qualifier: 'SUB' },
]

export const dumpTypes: readonly string[] = ['all', ...new Set(dumpKinds.flatMap(({ types }) => types))]
