/** Communication information: how multicast topics travel. */
import { altered, type Kind, row } from './kind.ts'
import { choice, integer, name, text } from './values.ts'

const all = undefined
const enabled = choice('ENABLED', 'DISABLED')

export const comminfo: Kind = {
  kind: 'comminfo',
  key: 'COMMINFO',
  typeKeyword: 'TYPE',
  types: ['MULTICAST'],
  name: name(),

  attributes: [
    row('DESCR', all, text(64), ''),
    row('GRPADDR', all, text(48), '239.0.0.0'),
    row('PORT', all, integer(0, 65_535), 1414),
    row('MCHBINT', all, integer(0, 999_999), 2000),
    row('MCPROP', all, choice('ALL', 'NONE', 'REPLY', 'USER', 'COMPAT'), 'ALL'),
    row('MONINT', all, integer(0, 999_999), 60),
    row('MSGHIST', all, integer(-1, 999_999_999), 100),
    row('NSUBHIST', all, choice('ALL', 'NONE'), 'NONE'),
    row('BRIDGE', all, enabled, 'ENABLED'),
    row('CCSID', all, integer(1, 65_535, 'ASPUB'), 'ASPUB'),
    row('ENCODING', all, choice('ASPUB', 'NORMAL', 'REVERSED', 'S390', 'TNS'), 'ASPUB'),
    row('COMMEV', all, choice('DISABLED', 'ENABLED', 'EXCEPTION'), 'DISABLED'),
    ...altered,
  ],

  defaultObject: () => 'SYSTEM.DEFAULT.COMMINFO.MULTICAST',
}
