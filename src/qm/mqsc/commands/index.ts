/** Every command: the verb, what it works on, and what runs it. */
import type { Handler } from '../command.ts'
import { display } from '../display.ts'
import { qmgr } from '../views/qmgr.ts'
import { queues } from '../views/queues.ts'
import { alter } from './alter.ts'
import { define } from './define.ts'
import { remove } from './delete.ts'

type Row = readonly [verb: string, qualifiers: readonly string[], handler: Handler]

const queueTypes = ['QLOCAL', 'QALIAS', 'QREMOTE', 'QMODEL']
const defined = [
  ...queueTypes,
  'TOPIC',
  'SUB',
  'CHANNEL',
  'LISTENER',
  'NAMELIST',
  'PROCESS',
  'SERVICE',
  'AUTHINFO',
  'COMMINFO',
]

// biome-ignore format: a table
export const commands: readonly Row[] = [
  ['DEFINE',  defined,                    define],
  ['ALTER',   [...defined, 'QMGR'],       alter],
  ['DELETE',  defined,                    remove],

  ['DISPLAY', ['QUEUE', ...queueTypes],   display(queues)],
  ['DISPLAY', ['QMGR'],                   display(qmgr)],
]
