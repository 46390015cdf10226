/** What can be granted on each type of object, in the groups of the forms. */

export interface AuthorityGroup {
  title: string
  words: readonly (readonly [word: string, says: string])[]
}

const context: AuthorityGroup['words'] = [
  ['PASSALL', 'pass all context'],
  ['PASSID', 'pass identity context'],
  ['SETALL', 'set all context'],
  ['SETID', 'set identity context'],
]
const administration: AuthorityGroup['words'] = [
  ['CHG', 'change'],
  ['DLT', 'delete'],
  ['DSP', 'display'],
]
const clear: AuthorityGroup['words'] = [['CLR', 'clear']]
const control: AuthorityGroup['words'] = [['CTRL', 'start and stop']]

/** The groups of an object type; `QUEUE`, as OBJTYPE has it. */
export function authoritiesOf(objectType: string): readonly AuthorityGroup[] {
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
        { title: 'Context', words: context },
        { title: 'Administration', words: [...administration, ...clear] },
      ]
    case 'TOPIC':
      return [
        group('Messages', ['PUB', 'publish'], ['SUB', 'subscribe'], ['RESUME', 'resume a subscription']),
        { title: 'Context', words: context },
        { title: 'Administration', words: [...administration, ...clear, ...control] },
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
        { title: 'Context', words: context.filter(([word]) => word.startsWith('SET')) },
        { title: 'Administration', words: [...administration, ['SYSTEM', 'system actions'], ...control] },
      ]
    case 'CHANNEL':
      return [
        { title: 'Administration', words: [...administration, ...control, ['CTRLX', 'reset and resolve']] },
      ]
    default:
      return [{ title: 'Administration', words: [...administration, ...control] }]
  }
}

function group(title: string, ...words: AuthorityGroup['words']): AuthorityGroup {
  return { title, words }
}
