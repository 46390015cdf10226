/** The authorities that can be granted on each type of object, grouped as in the form. */
import { t } from '../../../ui/text/t.ts'

export type AuthorityGroup = { title: string; authorities: readonly (readonly [word: string, says: string])[] }

const context: AuthorityGroup['authorities'] = [
  ['PASSALL', t('pass all context')],
  ['PASSID', t('pass identity context')],
  ['SETALL', t('set all context')],
  ['SETID', t('set identity context')],
]
const administration: AuthorityGroup['authorities'] = [
  ['CHG', t('change')],
  ['DLT', t('delete')],
  ['DSP', t('display')],
]
const clear: AuthorityGroup['authorities'] = [['CLR', t('clear')]]
const control: AuthorityGroup['authorities'] = [['CTRL', t('start and stop')]]

/** Returns the authority groups of an object type, which is an OBJTYPE such as `QUEUE`. */
export function findAuthorityGroups(objectType: string): readonly AuthorityGroup[] {
  switch (objectType) {
    case 'QUEUE':
      return [
        group(
          t('Messages'),
          ['PUT', t('put')],
          ['GET', t('get')],
          ['BROWSE', t('browse')],
          ['INQ', t('inquire')],
          ['SET', t('set')],
        ),
        { title: t('Context'), authorities: context },
        { title: t('Administration'), authorities: [...administration, ...clear] },
      ]
    case 'TOPIC':
      return [
        group(t('Messages'), ['PUB', t('publish')], ['SUB', t('subscribe')], ['RESUME', t('resume a subscription')]),
        { title: t('Context'), authorities: context },
        { title: t('Administration'), authorities: [...administration, ...clear, ...control] },
      ]
    case 'QMGR':
      return [
        group(
          t('Use'),
          ['CONNECT', t('connect')],
          ['INQ', t('inquire')],
          ['SET', t('set')],
          ['ALTUSR', t('act as another user')],
        ),
        { title: t('Context'), authorities: context.filter(([word]) => word.startsWith('SET')) },
        { title: t('Administration'), authorities: [...administration, ['SYSTEM', t('system actions')], ...control] },
      ]
    case 'CHANNEL':
      return [
        { title: t('Administration'), authorities: [...administration, ...control, ['CTRLX', t('reset and resolve')]] },
      ]
    default:
      return [{ title: t('Administration'), authorities: [...administration, ...control] }]
  }
}

function group(title: string, ...words: AuthorityGroup['authorities']): AuthorityGroup {
  return { title, authorities: words }
}
