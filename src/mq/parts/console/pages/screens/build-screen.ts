/** Builds the screens of kinds of objects from what differs between them. */
import { t } from '../../../../../shared/ui/text/t.ts'
import { findValueWords } from '../wording/value-words.ts'
import type { ObjectAction, ObjectColumn, ObjectScreen, ObjectType } from './object-screen.ts'

const nameColumn: ObjectColumn = { id: 'name', title: t('Name'), readValue: (row) => row.name }

export const descriptionColumn: ObjectColumn = { id: 'descr', title: t('Description'), keyword: 'descr' }

const alteredColumn: ObjectColumn = { id: 'altered', title: t('Altered'), keyword: 'altdate', optional: true }

type CommonMembers = 'qualifier' | 'key' | 'authority' | 'actions' | 'tabs'

/** Returns the screen of a kind, by default with the kind as its MQSC keyword. `columns` are those after the name. */
export function buildScreen(
  screen: Omit<ObjectScreen, CommonMembers> & Partial<Pick<ObjectScreen, CommonMembers>>,
): ObjectScreen {
  const { kind, columns } = screen
  return {
    qualifier: kind,
    key: kind,
    authority: kind.toUpperCase(),
    actions: [],
    tabs: () => ['properties', 'authority'],
    ...screen,
    columns: [nameColumn, ...columns, alteredColumn],
  }
}

/** Returns a type of objects, by default with the type in lower case as its MQSC keyword. */
export function buildType(
  type: string,
  title: string,
  summary: string,
  basics: readonly string[],
  more: Partial<ObjectType> = {},
): ObjectType {
  return { type, title, summary, qualifier: type.toLowerCase(), basics, ...more }
}

type Action = Omit<ObjectAction, 'authority' | 'applies' | 'command'> &
  Partial<Pick<ObjectAction, 'authority' | 'applies'>>

/** Returns an action that runs one command, by default one on every object and with the id as its MQSC verb. */
export function buildAction(
  qualifier: string,
  action: Action,
  command: Partial<ReturnType<ObjectAction['command']>> = {},
): ObjectAction {
  const whole = { command: action.id, qualifier, ...command }
  return { authority: 'CTRL', applies: () => true, ...action, command: () => whole }
}

/** Builds a column that shows the values of an enumeration in words, by default in those of its attribute. */
export function buildEnumColumn(
  id: string,
  title: string,
  words: Readonly<Record<string, string>> = {},
  more: Partial<ObjectColumn> = {},
): ObjectColumn {
  const describe = (value: string) => words[value] ?? findValueWords(id.toUpperCase(), value) ?? value
  return {
    id,
    title,
    keyword: id,
    hasWords: true,
    readValue: ({ attributes }) => describe(String(attributes[id] ?? '')),
    ...more,
  }
}

/** When a listener or a service starts. */
export const controlColumn = buildEnumColumn('control', t('Starts'))
