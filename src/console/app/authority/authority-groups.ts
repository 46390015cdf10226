/** The authorities that can be granted on each type of object, grouped as in the form. */

export interface AuthorityGroup {
  title: string
  authorities: readonly (readonly [word: string, says: string])[]
}

const context: AuthorityGroup['authorities'] = [
  ['PASSALL', 'pass all context'],
  ['PASSID', 'pass identity context'],
  ['SETALL', 'set all context'],
  ['SETID', 'set identity context'],
]
const administration: AuthorityGroup['authorities'] = [
  ['CHG', 'change'],
  ['DLT', 'delete'],
  ['DSP', 'display'],
]
const clear: AuthorityGroup['authorities'] = [['CLR', 'clear']]
const control: AuthorityGroup['authorities'] = [['CTRL', 'start and stop']]

/** Returns the authority groups of an object type, which is an OBJTYPE such as `QUEUE`. */
export function findAuthorityGroups(objectType: string): readonly AuthorityGroup[] {
  switch (objectType) {
    case 'QUEUE':
      return [
        group(
          'Messages',
          ['PUT', 'put'],
          ['GET', 'get'],
          ['BROWSE', 'browse'],
          ['INQ', 'inquire'],
          ['SET', 'set'],
        ),
        { title: 'Context', authorities: context },
        { title: 'Administration', authorities: [...administration, ...clear] },
      ]
    case 'TOPIC':
      return [
        group('Messages', ['PUB', 'publish'], ['SUB', 'subscribe'], ['RESUME', 'resume a subscription']),
        { title: 'Context', authorities: context },
        { title: 'Administration', authorities: [...administration, ...clear, ...control] },
      ]
    case 'QMGR':
      return [
        group(
          'Use',
          ['CONNECT', 'connect'],
          ['INQ', 'inquire'],
          ['SET', 'set'],
          ['ALTUSR', 'act as another user'],
        ),
        { title: 'Context', authorities: context.filter(([word]) => word.startsWith('SET')) },
        {
          title: 'Administration',
          authorities: [...administration, ['SYSTEM', 'system actions'], ...control],
        },
      ]
    case 'CHANNEL':
      return [
        {
          title: 'Administration',
          authorities: [...administration, ...control, ['CTRLX', 'reset and resolve']],
        },
      ]
    default:
      return [{ title: 'Administration', authorities: [...administration, ...control] }]
  }
}

function group(title: string, ...words: AuthorityGroup['authorities']): AuthorityGroup {
  return { title, authorities: words }
}
