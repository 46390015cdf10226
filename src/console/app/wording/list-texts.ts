/** The texts of lists. */

export const listTexts = {
  search: (plural: string) => `Search ${plural}`,
  searchHelp: 'Search, or a name with * such as APP.*',
  tools: (plural: string) => `Tools of ${plural}`,
  count: (shown: number, all: number, singular: string, plural: string) =>
    shown === all
      ? `${shown.toLocaleString('en')} ${shown === 1 ? singular : plural}`
      : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} ${plural}`,
  nothingMatches: 'Nothing matches.',
  resetSearch: 'Clear search and filters',
  selectAll: 'Select all in this list',
  select: (name: string) => `Select ${name}`,
  resize: (column: string) => `Width of the column ${column}`,
  dense: 'Dense rows',
  roomy: 'Roomy rows',
  putMessage: 'Put message',
  createLike: 'Create like',
  export: 'Export',
  exportCsv: 'As CSV',
  exportMqsc: 'As MQSC',
  exported: (count: number, plural: string) => `${count.toLocaleString('en')} ${plural} exported`,
  empty: (plural: string) => `There are no ${plural} yet.`,
  emptyForUser: (plural: string) => `There are no ${plural} that you may use.`,
} as const
