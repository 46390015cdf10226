/** DISPLAY AUTHSERV: the authorization service, which is the object authority manager of this queue manager. */
import { choice, integer, text } from '../../objects/values.ts'
import { checkService, serviceArgument, serviceComponent } from '../authority-arguments.ts'
import { objectNotFound, type View } from '../display.ts'
import { authorize } from '../subject.ts'

export const authorityService: View = {
  message: 'AMQ8865I',
  name: 'none',
  arguments: [serviceArgument],
  columns: [
    { keyword: 'SERVCOMP', value: text(48) },
    { keyword: 'IFVER', value: integer(1, 6) },
    { keyword: 'UIDSUPP', value: choice('YES', 'NO') },
  ],
  head: ['SERVCOMP'],
  missing: objectNotFound,

  rows(call) {
    authorize(call, 'qmgr', call.runtime.name, 'DSP')
    checkService(call)
    // Records may name users as well as groups.
    return [{ values: { SERVCOMP: serviceComponent, IFVER: 6, UIDSUPP: 'YES' } }]
  },
}
