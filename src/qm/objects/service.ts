/** Services: programs that run beside the queue manager. */
import { altered, type Kind, row } from './kind.ts'
import { choice, name, text } from './values.ts'

const all = undefined
const path = text(255)

export const service: Kind = {
  kind: 'service',
  key: 'SERVICE',
  types: ['SERVICE'],
  name: name(),

  attributes: [
    row('CONTROL', all, choice('MANUAL', 'QMGR', 'STARTONLY'), 'MANUAL'),
    row('SERVTYPE', all, choice('COMMAND', 'SERVER'), 'COMMAND'),
    row('STARTCMD', all, path, ''),
    row('STARTARG', all, path, ''),
    row('STOPCMD', all, path, ''),
    row('STOPARG', all, path, ''),
    row('STDOUT', all, path, ''),
    row('STDERR', all, path, ''),
    row('DESCR', all, text(64), ''),
    ...altered,
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.SERVICE',
}
