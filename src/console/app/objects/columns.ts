/** Columns that several lists have. */
import type { Column } from './screen.ts'

export const nameColumn: Column = { id: 'name', title: 'Name', of: (row) => row.name }

export const description: Column = { id: 'descr', title: 'Description', keyword: 'descr' }

export const altered: Column = {
  id: 'altered',
  title: 'Altered',
  keyword: 'altdate',
  optional: true,
}

/** Shows an enumeration with words of everyday. */
export function worded(
  id: string,
  title: string,
  words: Readonly<Record<string, string>>,
  more: Partial<Column> = {},
): Column {
  return {
    id,
    title,
    keyword: id,
    of: (row) => words[String(row.attributes[id] ?? '')] ?? String(row.attributes[id] ?? ''),
    ...more,
  }
}
