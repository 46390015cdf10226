/** The texts of lists. */
import { t } from '../../../ui/text/t.ts'

export const listTexts = {
  search: (plural: string) => t('Search {plural}', { plural }),
  searchHelp: t('Search, or a name with * such as APP.*'),
  tools: (plural: string) => t('Tools of {plural}', { plural }),
  count: (shown: number, all: number, singular: string, plural: string) =>
    shown === all
      ? t('{count, plural, one {# {singular}} other {# {plural}}}', { count: shown, singular, plural })
      : t('{shown} of {all} {plural}', { shown, all, plural }),
  loading: (shown: number, plural: string) =>
    t('The first {shown} {plural}. The others are loading.', { shown, plural }),
  clearSearch: t('Clear search input'),
  nothingMatches: t('Nothing matches.'),
  resetSearch: t('Clear search and filters'),
  selectAll: t('Select all in this list'),
  select: (name: string) => t('Select {name}', { name }),
  resize: (column: string) => t('Width of the column {column}', { column }),
  dense: t('Dense rows'),
  roomy: t('Roomy rows'),
  putMessage: t('Put message'),
  createLike: t('Create like'),
  export: t('Export'),
  exportCsv: t('As CSV'),
  exportMqsc: t('As MQSC'),
  exported: (count: number, singular: string, plural: string) =>
    t('{count, plural, one {# {singular}} other {# {plural}}} exported', { count, singular, plural }),
  empty: (plural: string) => t('There are no {plural} yet.', { plural }),
  emptyForUser: (plural: string) => t('There are no {plural} that you may use.', { plural }),
} as const
