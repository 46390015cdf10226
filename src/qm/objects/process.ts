/** Processes: the applications that trigger monitors start. */
import { altered, type Kind, row } from './kind.ts'
import { integer, name, text } from './values.ts'

const all = undefined
const applications = ['CICS', 'DEF', 'DOS', 'IMS', 'MVS', 'NOTESAGENT', 'NSK', 'OPENVMS', 'OS2', 'OS400']

export const process: Kind = {
  kind: 'process',
  key: 'PROCESS',
  types: ['PROCESS'],
  name: name(),

  attributes: [
    row('DESCR', all, text(64), ''),
    row(
      'APPLTYPE',
      all,
      integer(0, 999_999_999, ...applications, 'UNIX', 'VMS', 'WINDOWS', 'WINDOWSNT'),
      'UNIX',
    ),
    row('APPLICID', all, text(256), ''),
    row('ENVRDATA', all, text(128), ''),
    row('USERDATA', all, text(128), ''),
    ...altered,
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.PROCESS',
}
