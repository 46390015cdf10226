/** Processes: the applications that trigger monitors start. */
import { type Kind, row, shown } from './kind.ts'
import { integer, name, text } from './values.ts'

const all = undefined
const applications = ['CICS', 'DEF', 'DOS', 'IMS', 'MVS', 'NOTESAGENT', 'NSK', 'OPENVMS', 'OS2', 'OS400']

export const process: Kind = {
  kind: 'process',
  key: 'PROCESS',
  types: ['PROCESS'],
  name: name(),
  messages: { created: 'AMQ8010I', altered: 'AMQ8011I', deleted: 'AMQ8012I', displayed: 'AMQ8407I' },

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
    shown('ALTDATE', all, text(12)),
    shown('ALTTIME', all, text(8)),
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.PROCESS',
}
