/** Listeners: the ports on which a queue manager waits for channels. */
import { altered, type Kind, row, shown } from './kind.ts'
import { choice, integer, name, text } from './values.ts'

const all = undefined
const none: readonly string[] = [] // of transports that this platform does not have

export const listener: Kind = {
  kind: 'listener',
  key: 'LISTENER',
  types: ['LISTENER'],
  name: name(),

  attributes: [
    row('CONTROL', all, choice('MANUAL', 'QMGR', 'STARTONLY'), 'MANUAL'),
    row('TRPTYPE', all, choice('TCP'), 'TCP', { required: true }),
    row('PORT', all, integer(0, 65_535), 0),
    row('IPADDR', all, text(48), ''),
    row('BACKLOG', all, integer(0, 999_999_999), 0),
    row('DESCR', all, text(64), ''),
    ...altered,
    shown('ADAPTER', none, integer(0, 255)),
    shown('COMMANDS', none, integer(0, 255)),
    shown('LOCLNAME', none, text(16)),
    shown('NTBNAMES', none, integer(0, 255)),
    shown('SESSIONS', none, integer(0, 255)),
    shown('SOCKET', none, integer(0, 65_535)),
    shown('TPNAME', none, text(64)),
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.LISTENER.TCP',
}
