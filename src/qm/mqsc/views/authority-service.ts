/** DISPLAY AUTHSERV: the authorization service, which is the object authority manager. */
import { choiceType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import { checkService, serviceArgumentSpec, serviceComponent } from '../command/authority-arguments.ts'
import { type DisplayView, namedObjectNotFoundError } from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'

export const authorityService: DisplayView = {
  message: 'AMQ8865I',
  name: 'none',
  arguments: [serviceArgumentSpec],
  columns: [
    { keyword: 'SERVCOMP', value: textType(48) },
    { keyword: 'IFVER', value: integerType(1, 6) },
    { keyword: 'UIDSUPP', value: choiceType('YES', 'NO') },
  ],
  alwaysShown: ['SERVCOMP'],
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'DSP')
    checkService(call)
    // Authority records may name users as well as groups.
    return [{ values: { SERVCOMP: serviceComponent, IFVER: 6, UIDSUPP: 'YES' } }]
  },
}
