/** Builds the screens of kinds of objects from what differs between them. */
import { t } from '../../../ui/text/t.ts'
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

/** The values YES and NO in words. */
export const yesOrNo: Readonly<Record<string, string>> = { YES: t('Yes'), NO: t('No') }

/** Builds a column that shows the values of an enumeration as readable text. */
export function buildEnumColumn(
  id: string,
  title: string,
  words: Readonly<Record<string, string>>,
  more: Partial<ObjectColumn> = {},
): ObjectColumn {
  return {
    id,
    title,
    keyword: id,
    hasWords: true,
    readValue: (row) => words[String(row.attributes[id] ?? '')] ?? String(row.attributes[id] ?? ''),
    ...more,
  }
}

/** When a listener or a service starts. */
export const controlColumn = buildEnumColumn('control', t('Starts'), {
  MANUAL: t('By hand'),
  QMGR: t('With the queue manager'),
  STARTONLY: t('With it, ends alone'),
})
