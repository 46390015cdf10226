/** Columns that several screens share. */
import { t } from '../../../ui/text/t.ts'
import type { ObjectColumn } from './object-screen.ts'

export const nameColumn: ObjectColumn = { id: 'name', title: t('Name'), readValue: (row) => row.name }

export const descriptionColumn: ObjectColumn = { id: 'descr', title: t('Description'), keyword: 'descr' }

export const alteredColumn: ObjectColumn = { id: 'altered', title: t('Altered'), keyword: 'altdate', optional: true }

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
