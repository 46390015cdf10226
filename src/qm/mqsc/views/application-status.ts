/** DISPLAY APSTATUS: the applications that are connected, and how often. */
import { choice, integer, text } from '../../objects/values.ts'
import { objectNotFound, type View } from '../display.ts'
import { matchesGeneric } from '../generic-name.ts'
import { authorize } from '../subject.ts'

const count = integer(0, 999_999_999)

export const applicationStatus: View = {
  message: 'AMQ8932I',
  name: 'required',
  nameValue: text(28),
  arguments: [{ keyword: 'TYPE', value: choice('APPL') }],
  columns: [
    { keyword: 'APPLNAME', value: text(28) },
    { keyword: 'TYPE', value: choice('APPL') },
    { keyword: 'CLUSTER', value: text(48) },
    { keyword: 'COUNT', value: count },
    { keyword: 'MOVCOUNT', value: count },
    { keyword: 'BALANCED', value: choice('YES', 'NO', 'NOTAPPLIC') },
  ],
  head: ['APPLNAME'],
  usual: () => ['CLUSTER', 'COUNT', 'MOVCOUNT', 'BALANCED'],
  missing: objectNotFound,

  rows(call) {
    authorize(call, 'qmgr', call.runtime.name, 'DSP')
    const connected = call.runtime.connections
      .list()
      .filter(({ applicationName }) => matchesGeneric(call.name ?? '*', applicationName))
    return [...Map.groupBy(connected, ({ applicationName }) => applicationName)].map(
      ([name, connections]) => ({
        values: {
          APPLNAME: name,
          TYPE: 'APPL',
          CLUSTER: '',
          COUNT: connections.length,
          MOVCOUNT: 0,
          BALANCED: 'NOTAPPLIC', // only members of a uniform cluster share applications out
        },
      }),
    )
  },
}
