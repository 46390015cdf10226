/** The words for the values of attributes: `As the parent topic` for ASPARENT, `5 minutes` for an interval of 300. Pure. */
import { formatNumber } from '../../../../../shared/ui/text/format.ts'
import { formatDuration } from '../../../../../shared/ui/text/format-relative-time.ts'
import { formatBytes, formatUnit } from '../../../../../shared/ui/text/format-units.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { AttributeDefinition } from '../../contract/objects.ts'
import type { AttributeValue } from '../../kit/api/mqsc.ts'

/** A text, and what it stands for, with a space between them. */
type Grouped = readonly [text: string, members: string]

/** Each text with its values, or with keyword and value where a value has several meanings. Others are shown as they are. */
const valueTexts: readonly Grouped[] = [
  [t('none'), 'NONE'],
  [t('Yes'), 'YES'],
  [t('No'), 'NO'],
  [t('On'), 'ENABLED ON'],
  [t('Off'), 'DISABLED OFF'],
  [t('Allowed'), 'GET.ENABLED PUB.ENABLED PUT.ENABLED SUB.ENABLED'],
  [t('Inhibited'), 'GET.DISABLED PUB.DISABLED PUT.DISABLED SUB.DISABLED'],
  [t('As the queue manager'), 'QMGR ASQMGR'],
  [t('With the queue manager'), 'CONTROL.QMGR SCHINIT.QMGR SCMDSERV.QMGR'],
  [t('This queue manager'), 'SCOPE.QMGR'],
  [t('With it, ends alone'), 'STARTONLY'],
  [t('By hand'), 'MANUAL'],
  [t('Automatic'), 'AUTO'],
  [t('As parent'), 'ASPARENT'],
  [t('As the publication'), 'ASPUB'],
  [t('As the queue'), 'ASQDEF'],
  [t('Default'), 'DEFAULT'],
  [t('Unlimited'), 'NOLIMIT UNLIMITED'],
  [t('Required'), 'REQUIRED'],
  [t('Required for administrators'), 'REQDADM'],
  [t('Optional'), 'OPTIONAL'],
  [t('Waits for the result'), 'SYNC'],
  [t('Does not wait'), 'ASYNC'],
  [t('Shared'), 'SHARED'],
  [t('Exclusive'), 'EXCL'],
  [t('By priority'), 'PRIORITY'],
  [t('By arrival'), 'FIFO'],
  [t('By applications'), 'USAGE.NORMAL'],
  [t('Transmission'), 'XMITQ'],
  [t('By an administrator'), 'PREDEFINED SUBTYPE.ADMIN'],
  [t('By an application'), 'SUBTYPE.API'],
  [t('For another queue manager'), 'SUBTYPE.PROXY'],
  [t('Permanent dynamic'), 'PERMDYN'],
  [t('Temporary dynamic'), 'TEMPDYN'],
  [t('When it is opened'), 'OPEN'],
  [t('Managed'), 'MANAGED'],
  [t('Provided'), 'PROVIDED'],
  [t('As message properties'), 'MSGPROP'],
  [t('Command'), 'COMMAND'],
  [t('Server'), 'SERVER'],
]
const valueWords = ungroup(valueTexts)

/** The unit of the numbers of attributes. */
const units = ungroup([
  ['byte', 'MAXMSGL MAXPROPL'],
  ['millisecond', 'BATCHHB BATCHINT MARKINT MRTMR QSVCINT TRIGINT'],
  ['tenth', 'CAPEXPRY EXPIRY'],
  ['second', 'ACCTINT AMQPKA DISCINT FAILDLAY HBINT KAINT LONGTMR SHORTTMR STATINT TREELIFE'],
  ['minute', 'IMGINTVL'],
  ['hour', 'RETINTVL'],
  ['percent', 'QDEPTHHI QDEPTHLO'],
])

/** The value of attributes without a limit: of intervals, retries and instances. */
const most = 999_999_999

/** Returns a value in words, with its unit. An empty text, and an id of zeros only, is `none`. */
export function describeValue(
  { keyword, words = [] }: Pick<AttributeDefinition, 'keyword' | 'words'>,
  value: AttributeValue | undefined,
): string {
  if (typeof value === 'object') return value.join(', ') || t('none')
  if (typeof value === 'number') return describeNumber(keyword, value)
  if (value === undefined || /^(0{32,})?$/.test(value)) return t('none')
  return (words.includes(value) && findValueWords(keyword, value)) || value
}

/** Returns the words for a value of MQSC; undefined when it has none. */
export function findValueWords(keyword: string, value: string): string | undefined {
  return valueWords[`${keyword}.${value}`] ?? (Object.hasOwn(valueWords, value) ? valueWords[value] : undefined)
}

function describeNumber(keyword: string, value: number): string {
  const unit = units[keyword]
  if (value === most && keyword !== 'SEQWRAP') return t('Unlimited')
  if (unit === undefined) return keyword === 'CCSID' || keyword === 'PORT' ? String(value) : formatNumber(value)
  if (unit === 'byte') return value % 1024 === 0 ? formatBytes(value) : formatUnit(value, unit)
  if (unit === 'second') return formatDuration(value)
  if (unit === 'millisecond') return formatDuration(value / 1000)
  return unit === 'tenth' ? formatDuration(value / 10) : formatUnit(value, unit)
}

function ungroup(groups: readonly Grouped[]): Readonly<Record<string, string>> {
  return Object.fromEntries(groups.flatMap(([text, members]) => members.split(' ').map((each) => [each, text])))
}
