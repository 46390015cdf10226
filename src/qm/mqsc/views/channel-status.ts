/** DISPLAY CHSTATUS: channels that are not inactive. No channel runs here yet; one that was stopped says so. */
import { choice, genericName, integer, list, mark, text } from '../../objects/values.ts'
import type { ChannelStatus, ObjectRecord } from '../../runtime.ts'
import { isSet, textOf } from '../command.ts'
import type { Column, Values, View } from '../display.ts'
import { isGeneric, matchesGeneric } from '../generic-name.ts'
import { Refused } from '../messages.ts'
import { authorize, mayUse } from '../subject.ts'

const count = integer(0, Number.MAX_SAFE_INTEGER)
const pair = list(text(16), 2)

export const channelStatus: View = {
  message: 'AMQ8417I',
  name: 'required',
  nameValue: genericName(20),
  arguments: [
    ...['CURRENT', 'SAVED', 'SHORT', 'MONITOR'].map((keyword) => ({ keyword, value: mark })),
    { keyword: 'CONNAME', value: text(264) },
    { keyword: 'XMITQ', value: text(48) },
  ],
  columns: [
    ...texts('CHANNEL', 'CHLTYPE'),
    ...counts('BATCHES', 'BATCHSZ', 'BUFSRCVD', 'BUFSSENT', 'BYTSRCVD', 'BYTSSENT'),
    ...texts('CHSTADA', 'CHSTATI'),
    ...['COMPHDR', 'COMPMSG', 'COMPRATE', 'COMPTIME'].map((keyword) => ({ keyword, value: pair })),
    ...texts('CONNAME', 'CURLUWID'),
    { keyword: 'CURRENT', value: choice('YES', 'NO') },
    ...counts('CURMSGS', 'CURSEQNO', 'CURSHCNV'),
    { keyword: 'EXITTIME', value: pair },
    ...counts('HBINT'),
    { keyword: 'INDOUBT', value: choice('YES', 'NO') },
    ...texts('JOBNAME', 'KAINT', 'LOCLADDR'),
    ...counts('LONGRTS'),
    ...texts('LSTLUWID', 'LSTMSGDA', 'LSTMSGTI'),
    ...counts('LSTSEQNO', 'MAXMSGL', 'MAXSHCNV'),
    ...texts('MCASTAT', 'MCAUSER', 'MONCHL'),
    ...counts('MSGS'),
    { keyword: 'NETTIME', value: pair },
    ...texts('NPMSPEED', 'QMNAME', 'RAPPLTAG', 'RPRODUCT', 'RQMNAME', 'RVERSION', 'SECPROT'),
    ...counts('SHORTRTS'),
    ...texts('SSLCERTI', 'SSLCERTU', 'SSLCIPH', 'SSLKEYDA', 'SSLKEYTI', 'SSLPEER'),
    ...counts('SSLRKEYS'),
    ...texts('STATCHL', 'STATUS', 'STOPREQ', 'SUBSTATE'),
    { keyword: 'XBATCHSZ', value: pair },
    ...texts('XMITQ'),
    ...counts('XQMSGSA'),
    { keyword: 'XQTIME', value: pair },
  ],
  head: ['CHANNEL', 'CHLTYPE'],
  usual: () => ['CONNAME', 'CURRENT', 'RQMNAME', 'STATUS', 'SUBSTATE', 'XMITQ'],
  missing: () => new Refused('AMQ8420I'),

  rows(call) {
    const { objects, channels } = call.runtime
    const pattern = call.name ?? '*'
    if (!isGeneric(pattern) && objects.find('channel', pattern)) authorize(call, 'channel', pattern, 'DSP')
    if (isSet(call, 'SAVED')) return [] // nothing was ever sent, so that nothing is saved

    return objects
      .list('channel')
      .filter(({ name }) => matchesGeneric(pattern, name) && mayUse(call, 'channel', name, 'DSP'))
      .flatMap((object) => {
        const status = channels.status(object.name)
        return status ? [{ values: valuesOf(object, status) }] : []
      })
      .filter(({ values }) =>
        ['CONNAME', 'XMITQ'].every(
          (keyword) => (textOf(call, keyword) ?? values[keyword]) === values[keyword],
        ),
      )
  },
}

function valuesOf({ type, attributes }: ObjectRecord, status: ChannelStatus): Values {
  const transmits = type === 'SDR' || type === 'SVR'
  return {
    CHANNEL: status.channel,
    CHLTYPE: type,
    CONNAME: status.connectionName,
    CURRENT: 'YES',
    ...(type !== 'SVRCONN' && { RQMNAME: '', INDOUBT: 'NO' }),
    STATUS: status.state,
    STOPREQ: 'NO',
    SUBSTATE: '',
    ...(transmits && { XMITQ: attributes.XMITQ }),
    MCAUSER: attributes.MCAUSER,
    SSLCIPH: attributes.SSLCIPH,
  }
}

function texts(...keywords: string[]): Column[] {
  return keywords.map((keyword) => ({ keyword, value: text(1024) }))
}

function counts(...keywords: string[]): Column[] {
  return keywords.map((keyword) => ({ keyword, value: count }))
}
